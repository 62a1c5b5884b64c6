import { plainWords } from './words.ts';

/** Words with a fixed meaning in a keyword that names draws. All words are reduced by `plainWords`. */
export interface DrawWords {
  /** The parser ignores these words. */
  ignored: ReadonlySet<string>;
  /**
   * These words are ignored if the keyword also contains other words. A keyword that contains only these words matches
   * every draw.
   */
  draws: ReadonlySet<string>;
  today: ReadonlySet<string>;
  yesterday: ReadonlySet<string>;
  /** Full and abbreviated month names, with the month's number. */
  months: ReadonlyMap<string, number>;
}

const wordLists: Record<string, Record<'ignored' | 'draws' | 'today' | 'yesterday', string>> = {
  en: {
    ignored: 'a at for from in lottery number no of on the',
    draws: 'draw draws drawing drawings result results winning',
    today: 'today',
    yesterday: 'yesterday',
  },
  hi: {
    ignored: 'का की के को नंबर ने पर में लॉटरी संख्या से',
    draws: 'ड्रा ड्रॉ नतीजा नतीजे नतीजों परिणाम परिणामों रिज़ल्ट',
    today: 'आज',
    yesterday: 'कल',
  },
  pt: {
    ignored: 'a as da das de do dos em lotaria n na nas no nos numero numeros o os para',
    draws: 'premiado premiados resultado resultados sorteado sorteados sorteio sorteios',
    today: 'hoje',
    yesterday: 'ontem',
  },
  nb: {
    // The "i" of "i dag" (today) and "i går" (yesterday) is ignored, so that a single word identifies each of the two
    // days.
    ignored: 'av den det for fra i lotteri nr nummer på',
    draws:
      'resultat resultata resultatene resultater resultatet trekning trekninga trekningen trekningene trekninger vinnertall',
    today: 'dag',
    yesterday: 'går',
  },
};

function monthsOf(lang: string): [string, number][] {
  return (['long', 'short'] as const).flatMap((style) => {
    const format = new Intl.DateTimeFormat(lang, { month: style, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, month): [string, number] => [
      plainWords(format.format(Date.UTC(2026, month, 1))),
      month + 1,
    ]);
  });
}

function createDrawWords(lang: string): DrawWords {
  const wordsFor = (kind: 'ignored' | 'draws' | 'today' | 'yesterday') =>
    new Set(plainWords(`${wordLists[lang]?.[kind] ?? ''} ${wordLists.en?.[kind] ?? ''}`).split(' '));
  return {
    ignored: wordsFor('ignored'),
    draws: wordsFor('draws'),
    today: wordsFor('today'),
    yesterday: wordsFor('yesterday'),
    months: new Map([...monthsOf(lang), ...monthsOf('en')]),
  };
}

const wordsByLanguage = new Map<string, DrawWords>();

/** Returns the words of one language and of English, because English works in every language of the site. */
export function drawWordsIn(lang: string): DrawWords {
  const known = wordsByLanguage.get(lang) ?? createDrawWords(lang);
  wordsByLanguage.set(lang, known);
  return known;
}
