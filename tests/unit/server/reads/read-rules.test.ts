import { describe, expect, it } from 'vitest';
import { isTag } from '../../../../server/cache/tags.ts';
import { contentRule, ruleOf, settledDrawRule } from '../../../../server/reads/read-rules.ts';

const dayMs = 86_400_000;
const days = { resultFrom: '2026-11-21', resultTo: '2026-11-21' };

describe('ruleOf', () => {
  it('gives the results of one game only the tag of that game', () => {
    const data = { action: 'result', showAllResult: true, lastestGameId: 'keno', ...days } as const;
    expect(ruleOf('result', data)).toMatchObject({ tags: ['results:keno'], nextDrawOf: 'keno' });
    expect(ruleOf('result', data)).not.toHaveProperty('draw');
  });

  it('gives the results of all games the tag `results`', () => {
    const data = { action: 'result', showAllResult: true, ...days } as const;
    expect(ruleOf('result', data)).toMatchObject({ tags: ['results'], nextDrawOf: null });
  });

  it('identifies the draw by id in a proof request and by number in a result request', () => {
    const draw = { gameId: 'pick-3', drawNumber: 7794 };
    const data = {
      action: 'result',
      showAllResult: true,
      lastestGameId: 'pick-3',
      drawNumber: 7794,
    } as const;
    expect(ruleOf('draws/verify', { drawId: 'pick-3-7794' })).toMatchObject({
      draw,
      tags: ['results:pick-3', 'proofs:pick-3'],
    });
    expect(ruleOf('result', { ...data, ...days })).toMatchObject({ draw, tags: ['results:pick-3'] });
  });

  it.each(['7794', 'keno-', 'keno-x', 'KENO-1', `${'x'.repeat(33)}-1`])(
    'gives a proof with the malformed draw id %s only the tag `results`',
    (drawId) => {
      const rule = ruleOf('draws/verify', { drawId });
      expect(rule.tags).toEqual(['results']);
      expect(rule).not.toHaveProperty('draw');
    },
  );

  it('sets no end of freshness if there are no upcoming draws', () => {
    const { notAfterMs } = ruleOf('upcomingDraw', { action: 'upcomingDraw' });
    expect(notAfterMs?.({ gameList: [], error: null })).toBeNull();
  });

  it('gives a list of CMS texts the tags of these texts', () => {
    expect(ruleOf('news-and-trends', {}).tags).toEqual(contentRule('blogs').tags);
    expect(ruleOf('download/games', {}).tags).toEqual([...contentRule('games').tags, 'games']);
  });
});

describe('settledDrawRule', () => {
  it('keeps a settled draw fresh for a day, with a tag that starts with `draws:`', () => {
    const { policy, tags } = settledDrawRule('keno');
    expect(policy.freshMs).toBe(dayMs);
    expect(tags).toEqual(['draws:keno']);
    expect(tags.every(isTag)).toBe(true);
  });
});
