/**
 * The parts of undici that the programs use. The build puts them in the place of the whole package, which also contains
 * fetch, WebSocket and mocks. These read the global `Headers`, so that Node loads its own copy of fetch as well.
 *
 * `@fastify/reply-from` gets these parts, too. It compares with every class that is exported here.
 */
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

// The whole package does the same before it exports its classes.
Object.assign(Dispatcher.prototype, api);

export { default as errors } from 'undici/lib/core/errors.js';
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as BalancedPool } from 'undici/lib/dispatcher/balanced-pool.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
export { getGlobalDispatcher } from 'undici/lib/global.js';
export { Dispatcher };
