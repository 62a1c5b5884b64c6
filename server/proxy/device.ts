import type { IncomingHttpHeaders } from 'node:http';
import type { Envelope } from '../../shared/contract/envelope.ts';

export type Device = Pick<Envelope, 'channel' | 'device_type'>;

const mobile: Device = { channel: 1, device_type: 'MOBILE' };
const desktop: Device = { channel: 2, device_type: 'DESKTOP' };
/** Tablets are among them, as the older site had it. */
const mobileAgent = /Mobi|Android|iPhone|iPad|iPod/i;

/** What a player holds in his hand: by the client hint where the browser gives it, else by its name. */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint === '?1') return mobile;
  if (hint === '?0') return desktop;
  return mobileAgent.test(headers['user-agent'] ?? '') ? mobile : desktop;
}
