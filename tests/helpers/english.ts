import { byTag, type MarkupElement } from './markup.ts';

/** Names of products, games, draw methods, languages, symbols and a law that are the same in several languages. */
const sameEverywhere =
  /Golden (?:Lotto|Daily|Pick|Jackpot|Keno|Raffle|Jaldi)|Lucky Symbols|Lotus|Mango|golden-lotto|Englishहिन्दीPortuguêsNorsk|Promotion and Regulation of Online Gaming Act, 2025/g;
/** English words that occur in no other language of the site. Each English sentence contains at least one of them. */
const englishWords =
  /(?<![\p{L}\d-])(?:the|of|with|from|which|this|that|your|are|was|its|their|winners?|draws?|morning|evening|lamp|bell|kite|feather|drum|crown|red|green)(?![\p{L}\d-])/iu;
/**
 * Texts that `isPhrase` and `isEnglish` ignore. They contain names of laws, colour schemes and programs, a sample
 * command, or wrong spellings that the media page quotes.
 */
export const quoted = new Set([
  "printf 'SEED' | xxd -r -p | sha256sum",
  'O esquema de cores chama-se Red Steel.',
  'रंग योजना का नाम Red Steel है।',
  'Fargepaletten heter Red Steel.',
  'Daily Lotto',
  'JavaScript (Node):',
  'GoldenLotto, Golden Lottery',
  'Lucky Symbol',
  'Pick-3, Pick Three',
  'the Golden raffle ticket',
  'Tele-MANAS, India:',
  'Lotteries (Regulation) Act, 1998',
]);
const shownAttributes = ['alt', 'title', 'aria-label', 'placeholder'];
const metaTags = new Set(['description', 'og:title', 'og:description']);

/** Returns the text of an element without the texts of its children. */
function ownText({ text, children }: MarkupElement): string {
  let own = '';
  let rest = text;
  for (const child of children) {
    const at = rest.indexOf(child.text);
    own += `${rest.slice(0, at)} `;
    rest = rest.slice(at + child.text.length);
  }
  return own + rest;
}

/**
 * Returns all texts of a page or of a part of it. The result omits identifiers, names of countries and states, and
 * texts that are marked as another language.
 */
export const shownTexts = (root: MarkupElement): string[] => {
  const texts: string[] = [];
  const read = (element: MarkupElement, lang: string | undefined): void => {
    const { tag, attributes, children } = element;
    const isName = tag === 'select' && ['country', 'state'].includes(attributes['name'] ?? '');
    const isIdentifier = tag === 'code' && !/\s/.test(element.text);
    if (tag === 'script' || isName || isIdentifier || attributes['translate'] === 'no') return;
    if ((attributes['lang'] ?? lang) !== lang) return;
    texts.push(...shownAttributes.flatMap((name) => attributes[name] ?? []));
    if (tag === 'meta' && metaTags.has(attributes['name'] ?? attributes['property'] ?? ''))
      texts.push(attributes['content'] ?? '');
    texts.push(ownText(element));
    for (const child of children) read(child, lang);
  };
  const [top = root] = byTag(root, 'html');
  read(top, top.attributes['lang']);
  return texts.map((text) => text.trim());
};

/**
 * Whether a text contains at least two words that must differ between the languages. The texts in `quoted`, and names
 * that are the same in several languages, do not count.
 */
export const isPhrase = (text: string): boolean => {
  const words = text.replaceAll(sameEverywhere, '').match(/(?<![\p{L}\d])\p{L}{3,}(?![\p{L}\d])/gu);
  return (words?.length ?? 0) > 1 && !quoted.has(text);
};

/** Whether a text contains a word that only English uses. */
export const isEnglish = (text: string): boolean =>
  englishWords.test(text.replaceAll(sameEverywhere, '')) && !quoted.has(text);

/** Returns the English texts of a page, or of a part of it. */
export const englishIn = (root: MarkupElement): string[] => shownTexts(root).filter(isEnglish);
