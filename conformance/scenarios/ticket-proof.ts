import { codes } from '../../shared/contract/codes.ts';
import type { TicketProofResponse } from '../../shared/contract/draw-proof.ts';
import { encodeLine, isLine } from '../../shared/domain/draw-kinds.ts';
import { isDrawMethod } from '../../shared/domain/draw-methods.ts';
import { readDrawKind } from '../../shared/domain/draw-parameters.ts';
import { leafData, rootFromProof } from '../../shared/domain/merkle.ts';
import { drawIdOfReceipt } from '../../shared/domain/receipt-number.ts';
import { refusalProblems } from '../answers.ts';
import { type Run, Untested } from '../run.ts';
import { boughtTicket } from './money.ts';
import { problemUnless, type Scenarios } from './scenario.ts';

/** A receipt number that was never issued. */
const unknownReceipt = 'JALDI-1-0000000000';

/**
 * Recomputes the Merkle root of the tickets from the proof of each line of a receipt. Compares the result with the root
 * that `draws/verify` returns.
 */
async function proofProblems(run: Run, answer: TicketProofResponse): Promise<string[]> {
  const { drawId, receiptNumber, drawFunction, ticketsRoot, ticketsTotal } = answer;
  if (ticketsRoot === null)
    throw new Untested(`${drawId} is not closed yet: pass --receipt with a receipt of a closed draw`);
  if (!isDrawMethod(drawFunction))
    throw new Untested(`${drawId} uses ${drawFunction}, which is not supported`);
  const verify = await run.need('draws/verify', { drawId });
  const kind = readDrawKind(verify.drawParameters);
  const problems = [
    ...problemUnless(verify.ticketsRoot === ticketsRoot, `${drawId}: draws/verify has another root`),
    ...problemUnless(verify.ticketsTotal === ticketsTotal, `${drawId}: draws/verify counts other tickets`),
    ...problemUnless(answer.lines.length > 0, `${receiptNumber} has a root but no line`),
  ];
  for (const { lineNo, line, leafData: data, leafIndex, siblings } of answer.lines) {
    const where = `${receiptNumber}, line ${lineNo}`;
    const root = rootFromProof({ leafData: data, leafIndex, treeSize: ticketsTotal, siblings });
    const expected =
      kind && isLine(kind, line)
        ? leafData(drawFunction, { receiptNumber, lineNo, encodedLine: encodeLine(kind, line) })
        : null;
    problems.push(
      ...problemUnless(root === ticketsRoot, `${where}: the proof yields ${root}, not the root`),
      ...problemUnless(data === expected, `${where}: the leaf does not contain this line`),
    );
  }
  return problems;
}

export const ticketProofScenarios: Scenarios = {
  'draws/ticketProof': {
    async request(run) {
      const receiptNumber = run.receipt ?? (await boughtTicket(run)).receipt.receiptNumber;
      return { drawId: drawIdOfReceipt(receiptNumber), receiptNumber };
    },
    async problems(answer, { run, data }) {
      return [
        ...refusalProblems(
          await run.ask('draws/ticketProof', { ...data, drawId: 'conformance-1' }),
          codes.drawNotFound,
        ),
        ...refusalProblems(
          await run.ask('draws/ticketProof', { ...data, receiptNumber: unknownReceipt }),
          codes.notFound,
        ),
        ...(await proofProblems(run, answer)),
      ];
    },
  },
};
