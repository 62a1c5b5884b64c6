import { sql } from 'drizzle-orm';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { accountHandlers } from './accounts/routes.ts';
import { campaignHandlers } from './campaigns/routes.ts';
import { registerSandboxPage } from './cashier/providers/sandbox-page.ts';
import { cashierHandlers, registerWebhooks } from './cashier/routes.ts';
import { claimHandlers } from './claims/routes.ts';
import { contentListHandlers } from './content/list-routes.ts';
import { registerContent } from './content/routes.ts';
import type { Deps } from './deps.ts';
import { drawHandlers } from './draws/routes.ts';
import { registerEvents } from './events/routes.ts';
import { gameHandlers } from './games/routes.ts';
import { registerCalls } from './http/calls.ts';
import { createCredentials } from './http/credentials.ts';
import { registerDrain } from './http/drain.ts';
import { registerFailures } from './http/failures.ts';
import { registerHealth } from './http/health.ts';
import { registerOpenApi } from './http/openapi.ts';
import { requireCredentials } from './http/require-credentials.ts';
import { identityHandlers } from './identity/routes.ts';
import { limitHandlers } from './limits/routes.ts';
import { loyaltyHandlers } from './loyalty/routes.ts';
import { registerOutbox } from './messages/routes.ts';
import { registerMetrics } from './metrics/routes.ts';
import { notificationHandlers } from './notifications/routes.ts';
import { searchHandlers } from './search/routes.ts';
import { statisticsHandlers } from './statistics/routes.ts';
import { supportHandlers } from './support/routes.ts';
import { ticketHandlers } from './tickets/routes.ts';
import { transactionHandlers } from './transactions/routes.ts';
import { walletHandlers } from './wallet/routes.ts';

const bodyLimitBytes = 64 * 1024;

/**
 * Builds the app. Hooks and routes are added in the order in which they process a request. This function does not
 * listen on a port and does not read the environment.
 */
export function buildApp(deps: Deps): FastifyInstance {
  const { config, logger, clock, state } = deps;
  const loggerInstance: FastifyBaseLogger = logger;
  const app = fastify({
    loggerInstance,
    bodyLimit: bodyLimitBytes,
    // A request that was sent before the shutdown can arrive during the shutdown. Fastify must answer this request
    // normally, not with 503.
    return503OnClosing: false,
    // A log line for each request would halve the throughput and would contain the IP addresses of clients.
    logController: new LogController({ disableRequestLogging: true }),
  });
  const isReady = () => state.isStarted;
  const ending = registerDrain(app);
  registerFailures(app);
  registerOpenApi(app);
  registerHealth(app, {
    demoPlayer: () => state.demoPlayer,
    notReady: async () => {
      if (!isReady()) return 'starting';
      return deps.database.db.execute(sql`select 1`).then(
        () => null,
        () => 'database unreachable',
      );
    },
  });

  registerMetrics(app, deps);

  const credentials = createCredentials({ ...config, clock, nonces: deps.nonces });
  app.decorateRequest('rawBody', null);
  app.register(
    async (api) => {
      const parseJson = api.getDefaultJsonParser('error', 'error');
      api.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
        request.rawBody = Buffer.from(body);
        void parseJson(request, body.toString(), done);
      });
      requireCredentials(api, credentials);
      registerFailures(api);
      registerCalls(api, {
        handlers: {
          ...gameHandlers(deps.games),
          ...drawHandlers(deps.draws, deps.winners),
          ...statisticsHandlers(deps.statistics),
          ...accountHandlers(deps.accounts),
          ...identityHandlers(deps.identity),
          ...walletHandlers(deps.wallets),
          ...ticketHandlers(deps.tickets, deps.freeTickets),
          ...transactionHandlers(deps.summaries),
          ...cashierHandlers(deps.cashier),
          ...campaignHandlers(deps.campaigns),
          ...loyaltyHandlers(deps.loyalty),
          ...limitHandlers(deps.limits),
          ...searchHandlers(deps.search),
          ...notificationHandlers(deps.notifications),
          ...claimHandlers(deps.claims),
          ...supportHandlers(deps.support),
          ...contentListHandlers(deps.contentLists),
        },
        inputBounds: config.inputBounds,
        ucid: config.ucid,
        isReady,
        authenticate: (authorization) => deps.sessions.authenticate(authorization),
      });
      registerEvents(api, { hub: deps.hub, isReady, ending });
    },
    { prefix: '/api/v1' },
  );
  app.register(registerWebhooks, { cashier: deps.cashier, isReady });
  if (deps.sandbox)
    app.register(registerSandboxPage, { sandbox: deps.sandbox, siteUrl: config.siteUrl, isReady });
  if (config.outbox) registerOutbox(app, { messages: deps.messages, credentials, isReady });
  app.register(registerContent, { credentials, content: deps.content });
  return app;
}
