import { testKeys } from './platform.ts';
import { type Program, startProgram } from './program.ts';

export interface PlatformProcess extends Program {
  url: string;
}

/** Returns the environment of a platform with an external database. */
export const operatorEnv = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  PLATFORM_API_KEY: testKeys.apiKey,
  PLATFORM_HASH: testKeys.hash,
  DRAW_SEAL_KEY: testKeys.drawSealKey,
});

const spawnPlatform = (env: Record<string, string>): Program =>
  startProgram(['dist/platform/main.js'], { PLATFORM_PORT: '0', ...env });

/** Starts the built platform as a separate process, and waits until the platform listens. */
export const startPlatformProcess = async (env: Record<string, string>): Promise<PlatformProcess> => {
  const program = spawnPlatform(env);
  const [, url = ''] = await program.waitForOutput(/"address":"(http:[^"]+)"[^\n]*the platform listens/);
  return { ...program, url };
};

/** Starts a platform that must fail at startup. @returns its output and exit code */
export const failPlatformProcess = async (
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> => {
  const program = spawnPlatform(env);
  const { code } = await program.ended;
  return { code, output: program.output() };
};
