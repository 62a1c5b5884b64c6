import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import { type CallSender, createSendCall, type Device } from './send-call.ts';
import { createTransport, type TransportOptions } from './transport.ts';
import { UpstreamError } from './upstream-error.ts';

export interface PlatformClientOptions extends Omit<TransportOptions, 'name'>, CallSender {
  /** Name of the upstream in logs and metrics. The default is 'platform'. */
  name?: string | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export type PlatformClient = ReturnType<typeof createPlatformClient>;

/** The device that is sent with every read. The platform's response is the same for every device. */
const anyDevice: Device = { channel: 2, device_type: 'DESKTOP' };

/** Creates the client for reads whose answers are the same for everyone. */
export function createPlatformClient(options: PlatformClientOptions) {
  const { name: upstream = 'platform' } = options;
  const transport = createTransport({ ...options, name: upstream });
  const send = createSendCall(transport, options);

  /**
   * Sends one read (spec §7) as a POST, at most twice, and checks the answer against the contract.
   * @returns the answer's `data`
   * @throws UpstreamError and no other error; an error of kind 'business' contains the answer's `firstCode`
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
