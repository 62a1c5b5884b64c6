import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type CallName, type CallRequest, type CallResponse, calls } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Envelope } from '../../shared/contract/envelope.ts';
import { createTransport, type TransportOptions } from './transport.ts';
import { UpstreamError } from './upstream-error.ts';

export interface PlatformCredentials {
  apiKey: string;
  hash: string;
  /** 'hmac': each request also carries its time and a signature over time, path and exact body. */
  signing: 'static' | 'hmac';
}

export interface PlatformClientOptions extends Omit<TransportOptions, 'name'>, PlatformCredentials {
  /** Customer code. */
  ucid: string;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export type PlatformClient = ReturnType<typeof createPlatformClient>;

const SomeAnswer = z.object({
  success: z.boolean(),
  firstCode: z.string().max(16),
  data: z.unknown().optional(),
});

/**
 * The headers that say to the platform who asks.
 * @param path as sent, query included
 * @param body the exact bytes sent, as text; '' without one
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

/** The `data` of an answer that says yes and fits the contract. */
function answerOf(name: CallName, status: number, body: unknown): unknown {
  const answer = SomeAnswer.safeParse(body);
  if (!answer.success) {
    const kind = status < 300 ? 'bad-answer' : 'bad-status';
    throw new UpstreamError('platform', kind, `${name} answered ${status} without an answer`, { status });
  }
  const { success, firstCode: code, data } = answer.data;
  if (!success) throw new UpstreamError('platform', 'business', `${name}: ${code}`, { status, code });
  if (code !== codes.ok || status >= 300)
    throw new UpstreamError('platform', 'bad-answer', `${name}: success with ${code}`, { status, code });
  const checked = calls[name].response.safeParse(data);
  if (checked.success) return checked.data;
  // The path says enough; what stands there may be anybody's.
  const where = checked.error.issues[0]?.path.join('.') ?? '';
  throw new UpstreamError('platform', 'bad-answer', `${name}: not as agreed at ${where || 'its root'}`, {
    status,
  });
}

/** The platform's calls that are reads, as the site makes them for everyone: answers are the same for all. */
export function createPlatformClient(options: PlatformClientOptions) {
  const transport = createTransport({ ...options, name: 'platform' });

  /**
   * One read (spec §7): POST, checked against the contract, tried twice at most.
   * @returns the answer's `data`
   * @throws UpstreamError alone; kind 'business' carries the answer's `firstCode`
   */
  function call<N extends CallName>(
    name: N,
    data: CallRequest<N>,
    options?: CallOptions,
  ): Promise<CallResponse<N>>;
  async function call(name: CallName, data: unknown, asked: CallOptions = {}): Promise<unknown> {
    const path = `/api/v1/${name}`;
    const envelope: Envelope = {
      ucid: options.ucid,
      channel: 2,
      device_type: 'DESKTOP',
      app_type: 'WEB',
      data,
    };
    const text = JSON.stringify(envelope);
    const { signal } = asked;
    const { status, body } = await transport.send({
      method: 'POST',
      path,
      headers: () => ({
        'content-type': 'application/json',
        accept: 'application/json',
        ...platformHeaders(options, path, text, Date.now()),
      }),
      body: text,
      signal,
      retry: calls[name].read,
      label: name,
    });
    return answerOf(name, status, body);
  }

  return { call, transport, close: transport.close };
}
