import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import { Refusal } from '../http/refusal.ts';
import type { EventHub, Missed } from './hub.ts';
import type { StoredEvent } from './repository.ts';

const heartbeatMs = 15_000;
/**
 * If more than this many bytes to a slow client are unsent, the server disconnects the client. The client then
 * reconnects with Last-Event-ID.
 */
const backlogBytes = 1_000_000;

function frame({ id, kind, json }: StoredEvent): string {
  return `id: ${id}\nevent: ${kind}\ndata: ${json}\n\n`;
}

/**
 * Serves GET {prefix}/events, a stream of server-sent events (shared/contract/events.ts). With Last-Event-ID, the
 * stream begins with up to 1,000 missed events. The event `reset` means that more than 1,000 events were missed or that
 * the id is unknown. The client must then reload all results.
 */
export function registerEvents(
  app: FastifyInstance,
  { hub, isReady, ending }: { hub: EventHub; isReady: () => boolean; ending: AbortSignal },
): void {
  const open = new Set<ServerResponse>();
  const heartbeat = setInterval(() => {
    for (const response of open) response.write(': still here\n\n');
  }, heartbeatMs);
  heartbeat.unref();
  ending.addEventListener('abort', () => {
    clearInterval(heartbeat);
    for (const response of open) response.end();
  });

  app.get('/events', async (request, reply) => {
    // Refuse new streams during the shutdown, because open streams would delay the shutdown.
    if (!isReady() || ending.aborted) throw new Refusal(codes.technicalIssue);
    const given = request.headers['last-event-id'];
    // Subscribe before reading missed events, so that events during the read are not lost.
    const early: StoredEvent[] = [];
    let send = (event: StoredEvent): void => void early.push(event);
    const unsubscribe = hub.subscribe((event) => send(event));
    let missed: Missed = { events: [] };
    try {
      if (typeof given === 'string' && given !== '') {
        missed = await hub.missedSince(/^\d{1,15}$/.test(given) ? Number(given) : null);
      }
    } catch (error) {
      unsubscribe();
      throw error;
    }
    const response = reply.raw;
    if (response.destroyed) {
      unsubscribe();
      return reply.hijack();
    }
    reply.hijack();
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(': new results, as they are published\nretry: 2000\n\n');
    open.add(response);
    response.once('close', () => {
      unsubscribe();
      open.delete(response);
    });
    // Ignore the error of a write after the client has disconnected, because it is not an error of the platform.
    response.on('error', () => undefined);
    let lastSent = 0;
    const write = (event: StoredEvent): void => {
      if (event.id <= lastSent || response.destroyed) return;
      lastSent = event.id;
      response.write(frame(event));
      if (response.writableLength > backlogBytes) response.destroy();
    };
    if ('resetTo' in missed) {
      lastSent = missed.resetTo;
      response.write(`id: ${lastSent}\nevent: reset\ndata: {}\n\n`);
    }
    for (const event of [...('events' in missed ? missed.events : []), ...early]) write(event);
    send = write;
    // End the stream if the shutdown began while the missed events were read.
    if (ending.aborted) response.end();
    return reply;
  });
}
