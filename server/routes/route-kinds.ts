import { apiPrefix } from '../../shared/contract/api-paths.ts';

export const isApi = (url: string): boolean => url.startsWith(`${apiPrefix}/`);

/** Probes are answered under overload too, when they matter most. */
export const isProbe = (url: string): boolean => url === '/healthz' || url === '/readyz';
