import { platformPrefix } from '../../shared/contract/api-paths.ts';
import type { Call } from '../../shared/contract/call.ts';
import { type CallName, calls } from '../../shared/contract/calls.ts';
import type { Answer, Envelope } from '../../shared/contract/envelope.ts';
import { plainAddressOf } from '../../shared/domain/client-address.ts';
import { checkAnswer } from './check-answer.ts';
import { callerAt } from './outage-evidence.ts';
import { type OutgoingRequest, type PlatformCredentials, platformHeaders } from './platform-headers.ts';
import type { Transport } from './transport.ts';

/**
 * The kind of a client's device, and the names of its browser and operating system. The body of each platform request
 * contains the kind (spec §7).
 */
export type Device = Pick<Envelope, 'channel' | 'device_type' | 'device'>;

export interface OutgoingCall {
  name: CallName;
  /** Data that was already checked against the call's request schema. */
  data: unknown;
  device: Device;
  /** The player's bearer token, or null for a visitor. */
  token?: string | null;
  /** The client's IP address. Reads omit it, because their answers are the same for everyone. */
  address?: string;
  /** Key of the player (session/player-key.ts), or null for a visitor. */
  player?: string | null;
  /** Aborting this signal cancels the request. */
  signal?: AbortSignal | undefined;
}

export interface IncomingAnswer {
  status: number;
  answer: Answer<unknown>;
}

/**
 * Sends one call to the platform and checks its answer. Only reads are retried.
 * @throws UpstreamError if there is no usable answer
 */
export type SendCall = (call: OutgoingCall) => Promise<IncomingAnswer>;

export interface CallSender extends PlatformCredentials {
  /** Customer code: the brand's name at the platform. */
  ucid: string;
}

const jsonHeaders = { 'content-type': 'application/json', accept: 'application/json' };

function opensSession(name: CallName): boolean {
  const call: Call = calls[name];
  return call.session === 'opens';
}

/**
 * Creates the function that sends calls. The function forwards no header of the browser's request and creates every
 * header itself. It computes the signature for each attempt.
 */
export function createSendCall(transport: Pick<Transport, 'send'>, sender: CallSender): SendCall {
  return async ({ name, data, device, token = null, address, player = null, signal }) => {
    const path = `${platformPrefix}/${name}`;
    const { channel, device_type } = device;
    const envelope: Envelope = { ucid: sender.ucid, channel, device_type, app_type: 'WEB', data };
    // The platform stores the names of browser and operating system with each new session, so only calls that open a
    // session contain them.
    if (opensSession(name) && device.device) envelope.device = device.device;
    const text = JSON.stringify(envelope);
    const signed: OutgoingRequest = {
      method: 'POST',
      path,
      body: text,
      token,
      address: address === undefined ? undefined : plainAddressOf(address),
    };
    const { answersWithinMs }: Call = calls[name];
    const { status, body } = await transport.send({
      method: 'POST',
      path,
      headers: () => Object.assign(platformHeaders(sender, signed, Date.now()), jsonHeaders),
      body: text,
      signal,
      retry: calls[name].read,
      answersWithinMs,
      caller: address === undefined ? undefined : callerAt(address, player),
      label: name,
    });
    return { status, answer: checkAnswer(name, status, body) };
  };
}
