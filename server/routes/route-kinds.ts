import { apiPrefix } from '../../shared/contract/api-paths.ts';

export const isApi = (url: string): boolean => url.startsWith(`${apiPrefix}/`);

/**
 * Whether a URL is a health probe. Probes are answered even under overload, so that the orchestrator does not kill a
 * busy process.
 */
export const isProbe = (url: string): boolean => url === '/healthz' || url === '/readyz';
