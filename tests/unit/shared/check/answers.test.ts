import { expect, it } from 'vitest';
import { type CheckWords, checkAnswers } from '../../../../shared/check/answers.ts';
import type { Line } from '../../../../shared/domain/draw-kinds.ts';
import { pick3Rules } from '../../../../shared/domain/prize-tiers.ts';
import { sampleGame, sampleResult } from '../../../helpers/sample-data.ts';
import { sampleTranslate } from '../../../helpers/sample-document.ts';

const words: CheckWords = {
  t: sampleTranslate,
  langPrefix: '',
  money: (amountMinor) => `₹${amountMinor / 100}`,
  count: String,
  start: (at) => at,
  day: (at) => at,
  time: (at) => at,
};

it('checkAnswers lists every given ticket, and notes that the newest draws may be missing', () => {
  const checked = { game: sampleGame({ gameId: 'pick3' }), rules: pick3Rules };
  const result = sampleResult();
  const draws = [{ drawNumber: result.drawNumber, result, startsAt: null, isUpcoming: false }];
  const answer = (lines: Line[], mayLackNewest: boolean) =>
    checkAnswers(checked, lines, { draws, isCut: false, mayLackNewest }, words);
  const straight: Line = { digits: '704', play: 'straight' };
  expect(answer([straight], false).read.tickets).toEqual(['704']);
  const two = answer([straight, { digits: '111', play: 'straight' }], true);
  expect(two.read.tickets).toEqual(['704', '111']);
  expect(two.notes[0]).toBe(sampleTranslate('check.newest_missing'));
});
