import { testKeys } from './platform.ts';
import { type Program, startProgram } from './program.ts';
import { purgeToken, sessionKey } from './site.ts';

/** Returns the environment of a site with an external platform. */
export const operatorEnv = (platformUrl: string): Record<string, string> => ({
  PORT: '0',
  OPS_PORT: '0',
  PLATFORM_URL: platformUrl,
  PLATFORM_API_KEY: testKeys.apiKey,
  PLATFORM_HASH: testKeys.hash,
  PURGE_TOKEN: purgeToken,
  SESSION_KEYS: sessionKey,
  // Disable load shedding, because a busy test machine delays the event loop.
  SHED_DELAY_MS: '0',
});

export const spawnSite = (env: Record<string, string>): Program => startProgram(['dist/server/main.js'], env);
