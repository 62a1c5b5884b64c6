import { createHmac } from 'node:crypto';

export interface PlatformCredentials {
  apiKey: string;
  hash: string;
  /** 'hmac': each request also carries its time and a signature over time, path and exact body. */
  signing: 'static' | 'hmac';
}

/**
 * The headers that authenticate this site to the platform.
 * @param path as sent, query included
 * @param body the exact text sent; '' without one
 */
export function platformHeaders(
  { apiKey, hash, signing }: PlatformCredentials,
  path: string,
  body: string,
  nowMs: number,
): Record<string, string> {
  const headers = { 'x-api-key': apiKey, 'x-hash': hash };
  if (signing === 'static') return headers;
  const timestamp = String(nowMs);
  const signature = createHmac('sha256', hash).update(`${timestamp}\n${path}\n${body}`).digest('hex');
  return { ...headers, 'x-timestamp': timestamp, 'x-signature': signature };
}
