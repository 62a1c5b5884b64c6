import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Ledger } from '../../platform/wallet/ledger.ts';
import type { Side, Transfer } from '../../platform/wallet/transfer.ts';

const chunk = 1000;
const sealEvery = 97;
const names = ['a', 'b', 'c', 'd'];

const randomTransfer = fc.record({
  from: fc.constantFrom(...names, 'house'),
  to: fc.constantFrom(...names, 'house'),
  amountMinor: fc.integer({ min: 1, max: 1000 }),
  /** Whether the transfer is posted twice concurrently. */
  isRepeated: fc.boolean(),
});

export interface RandomTransfers {
  ledger: Pick<Ledger, 'post'>;
  /** Adds the new transfers to the hash chain of the ledger. `postRandomTransfers` calls this function at intervals. */
  seal: () => Promise<unknown>;
  count: number;
  seed: number;
  /** Part of each player's name and each transfer's key. Runs with different lanes can share a ledger concurrently. */
  lane: string;
  onProgress?: (done: number) => void;
}

export interface PostedTransfers {
  /** Expected final balances by player. */
  balances: Map<string, number>;
  /** Number of transfers that the ledger accepted. */
  posted: number;
}

/**
 * Posts random transfers and compares each answer with a model. A transfer may be rejected only if the model's
 * balance is too low. A transfer that is posted twice must get the same answer twice.
 */
export async function postRandomTransfers(transfers: RandomTransfers): Promise<PostedTransfers> {
  const { ledger, seal, count, seed, lane, onProgress } = transfers;
  const player = (name: string) => `${lane}-${name}`;
  const side = (name: string, amountMinor: number): Side =>
    name === 'house'
      ? { owner: 'house', bucket: 'payments', amountMinor }
      : { owner: `player:${player(name)}`, bucket: 'deposit', amountMinor };
  const balances = new Map(names.map((name) => [player(name), 0]));
  const add = (name: string, amountMinor: number) => {
    if (name !== 'house') balances.set(player(name), (balances.get(player(name)) ?? 0) + amountMinor);
  };
  let posted = 0;
  for (let done = 0; done < count; done += chunk) {
    const some = fc.sample(randomTransfer, { numRuns: Math.min(chunk, count - done), seed: seed + done });
    for (const [index, { from, to, amountMinor, isRepeated }] of some.entries()) {
      if (from === to) continue;
      const one: Transfer = {
        key: `random:${lane}:${done + index}`,
        kind: 'correction',
        currencyCode: 'INR',
        reference: { index: done + index },
        sides: [side(from, -amountMinor), side(to, amountMinor)],
      };
      const postings = await Promise.all(
        isRepeated ? [ledger.post(one), ledger.post(one)] : [ledger.post(one)],
      );
      const isCovered = from === 'house' || (balances.get(player(from)) ?? 0) >= amountMinor;
      const expected = isCovered ? 'posted' : 'insufficient';
      // `expect` is called only if an answer is wrong, because a million calls of `expect` would take longer than the
      // transfers.
      if (!postings.every(({ kind }) => kind === expected)) expect(postings, one.key).toEqual([expected]);
      const isNew = postings.filter((posting) => posting.kind === 'posted' && posting.isNew).length;
      if (isNew !== (isCovered ? 1 : 0)) expect(postings, `${one.key}, posted once`).toEqual([expected]);
      if (!isCovered) continue;
      posted++;
      add(from, -amountMinor);
      add(to, amountMinor);
      if (posted % sealEvery === 0) await seal();
    }
    onProgress?.(done + some.length);
  }
  return { balances, posted };
}
