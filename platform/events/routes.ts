import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { codes } from '../../shared/contract/codes.ts';
import { failure, refuse } from '../http/answers.ts';
import type { EventHub, Missed } from './hub.ts';
import type { StoredEvent } from './repository.ts';

const heartbeatMs = 15_000;
/** A reader this far behind is cut off: it comes back with Last-Event-ID. */
const backlogBytes = 1_000_000;

function frame({ id, json }: StoredEvent): string {
  return `id: ${id}\nevent: result\ndata: ${json}\n\n`;
}

/**
 * GET {prefix}/events: server-sent events `result` (shared/contract/events.ts). With Last-Event-ID what was missed
 * comes first, up to 1,000 events; `event: reset` says that it was more, or that the id is not known here: whoever
 * gets it reads everything anew.
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
    // A stream that began at the end would hold it up.
    if (!isReady() || ending.aborted) return refuse(reply, failure(codes.technicalIssue));
    const given = request.headers['last-event-id'];
    // Subscribed before the replay is read, so that nothing falls between the two.
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
    // What is written after the reader went away has nowhere to go, and that is no failure.
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
    // The end may have begun while what was missed was read.
    if (ending.aborted) response.end();
    return reply;
  });
}
