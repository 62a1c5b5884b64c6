import type { IncomingHttpHeaders } from 'node:http';
import type { Envelope } from '../../shared/contract/envelope.ts';
import { deviceOf } from './device.ts';

/** A call's data with what the site adds around it (spec §7), as it is sent and signed. */
export function envelopeText(ucid: string, headers: IncomingHttpHeaders, data: unknown): string {
  const envelope: Envelope = { ucid, ...deviceOf(headers), app_type: 'WEB', data };
  return JSON.stringify(envelope);
}
