import type { IncomingHttpHeaders } from 'node:http';
import type { Device } from '../upstream/send-call.ts';

const mobile: Device = { channel: 1, device_type: 'MOBILE' };
const desktop: Device = { channel: 2, device_type: 'DESKTOP' };
/** Tablets count as mobile devices, as on the previous site. */
const mobileAgent = /Mobi|Android|iPhone|iPad|iPod/i;

/** Returns the kind of device, from the client hint if the client sends one, else from the user agent. */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint === '?1') return mobile;
  if (hint === '?0') return desktop;
  return mobileAgent.test(headers['user-agent'] ?? '') ? mobile : desktop;
}
