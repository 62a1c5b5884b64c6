import { describe, expect, it } from 'vitest';
import { createPseudoRandom } from '../../../../platform/draws/pseudo-random.ts';
import { seededLines } from '../../../../platform/draws/seeded-lines.ts';
import { catalogue } from '../../../../platform/games/catalogue.ts';
import { languages } from '../../../../platform/messages/texts.ts';
import { lineText, namesIn } from '../../../../shared/check/line-texts.ts';
import { readTickets } from '../../../../shared/check/read-tickets.ts';
import { translateTo } from '../../../helpers/sample-document.ts';

describe.each(languages)('lineText in the language %s', (language) => {
  const t = translateTo(language);

  it.each(catalogue.map((game) => [game.gameId, game] as const))(
    'writes lines of %s that readTickets reads back unchanged',
    (_, { kind }) => {
      const lines = seededLines(kind, createPseudoRandom('1a'.repeat(32)), 300);
      for (const line of lines)
        expect(readTickets(kind, lineText(line, t), namesIn(kind, t))).toEqual({
          lines: [line],
          problems: [],
        });
    },
  );
});
