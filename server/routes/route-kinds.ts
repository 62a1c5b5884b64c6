export const apiPrefix = '/api';

export const isApi = (url: string): boolean => url.startsWith(`${apiPrefix}/`);

/** Probes are answered under overload too, when they matter most. */
export const isProbe = (url: string): boolean => url === '/healthz' || url === '/readyz';
