import { z } from 'zod';
import type { operatorOf } from '../../helpers/operator.ts';

const Line = z.object({
  operator: z.string(),
  act: z.string(),
  accountId: z.string().nullable(),
  subject: z.string().nullable(),
  reason: z.string().nullable(),
  result: z.record(z.string(), z.unknown()),
});

/** Returns the lines about a player from the log of the operators' actions. */
export async function logOf(admin: ReturnType<typeof operatorOf>, player: string) {
  const { out } = await admin('log', '--player', player, '--json');
  return z.array(Line).parse(JSON.parse(out));
}
