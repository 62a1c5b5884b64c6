import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import { type CallSender, createSendCall, type Device } from './send-call.ts';
import { createTransport, type TransportOptions } from './transport.ts';
import { UpstreamError } from './upstream-error.ts';

export interface PlatformClientOptions extends Omit<TransportOptions, 'name'>, CallSender {
  /** By default 'platform'. */
  name?: string | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export type PlatformClient = ReturnType<typeof createPlatformClient>;

/** The answers of reads do not depend on the device, so they always name the same one. */
const anyDevice: Device = { channel: 2, device_type: 'DESKTOP' };

/** The platform's reads, made by the site for everyone. */
export function createPlatformClient(options: PlatformClientOptions) {
  const { name: upstream = 'platform' } = options;
  const transport = createTransport({ ...options, name: upstream });
  const send = createSendCall(transport, options);

  /**
   * One read (spec §7): POST, checked against the contract, sent twice at most.
   * @returns the answer's `data`
   * @throws UpstreamError alone; kind 'business' carries the answer's `firstCode`
   */
  function call<N extends CallName>(
    name: N,
    data: CallRequest<N>,
    options?: CallOptions,
  ): Promise<CallResponse<N>>;
  async function call(name: CallName, data: unknown, { signal }: CallOptions = {}): Promise<unknown> {
    const { status, answer } = await send({ name, data, device: anyDevice, signal });
    if (answer.success) return answer.data;
    const { firstCode: code, data: refused } = answer;
    const fields = refused?.fields ?? null;
    throw new UpstreamError(upstream, 'business', `${name}: ${code}`, { status, code, fields });
  }

  return { call, transport, close: transport.close };
}
