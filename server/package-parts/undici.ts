/**
 * The parts of undici that the programs use. The build replaces the package with this file, because the package also
 * contains fetch, WebSocket and mocks. Those modules read the global `Headers`, which makes Node load its built-in
 * fetch in addition.
 *
 * `@fastify/reply-from` also receives this file instead of undici. The `instanceof` checks of `@fastify/reply-from`
 * throw a TypeError if this file does not export a class that they use.
 */
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

// Add request() and similar methods to all dispatchers, as undici's own index.js does.
Object.assign(Dispatcher.prototype, api);

export { default as errors } from 'undici/lib/core/errors.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as BalancedPool } from 'undici/lib/dispatcher/balanced-pool.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
export { getGlobalDispatcher } from 'undici/lib/global.js';
export { Dispatcher };
