import type { AdminDeps } from '../../platform/admin/context.ts';
import { runAdmin } from '../../platform/admin/run.ts';
import { type TestPlatform, testKeys } from './platform.ts';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs an operator's command on a running platform. The command runs in this process and uses the platform's clock. */
export const operatorOf =
  ({ deps }: TestPlatform, change: Partial<AdminDeps> = {}, env: Record<string, string> = { USER: 'asha' }) =>
  async (...args: string[]): Promise<Ran> => {
    const said: { out: string[]; err: string[] } = { out: [], err: [] };
    const { ledger, logger, sessions, documents, clock, catalogue, database, config } = deps;
    const admin: AdminDeps = {
      db: database.db,
      ledger,
      logger,
      sessions,
      documents,
      clock,
      catalogue,
      timeZone: config.timeZone,
      drawSealKeys: [testKeys.drawSealKey],
      inputBounds: config.inputBounds,
      ...change,
    };
    const code = await runAdmin(args, {
      env,
      open: async () => ({ deps: admin, close: async () => undefined }),
      out: (text) => void said.out.push(text),
      err: (text) => void said.err.push(text),
    });
    return { code, out: said.out.join('\n'), err: said.err.join('\n') };
  };
