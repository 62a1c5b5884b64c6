import { countIn, momentIn, moneyIn } from './formats.ts';
import { loadMessageTexts, type MessageLanguage } from './texts.ts';

/**
 * Formats the data of a notification as values for its texts. `amountMinor` becomes the value `amount`, formatted in
 * the currency that the data contains. An instant such as `endsAt` becomes the value `ends`. A value such as the period
 * `day` becomes its text from `words` in texts/common.yaml. The digits of a number are grouped, except for the number
 * of a draw.
 */
export function valuesIn(
  language: MessageLanguage,
  data: Readonly<Record<string, unknown>>,
  timeZone: string,
): Record<string, string> {
  const { words } = loadMessageTexts()[language];
  const { currencyCode } = data;
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'number' && name.endsWith('Minor') && typeof currencyCode === 'string')
      values[name.slice(0, -'Minor'.length)] = moneyIn(language, value, currencyCode);
    else if (typeof value === 'string' && name.endsWith('At'))
      values[name.slice(0, -'At'.length)] = momentIn(language, new Date(value), timeZone);
    else if (typeof value === 'string') values[name] = words[name]?.[value] ?? value;
    else if (typeof value === 'number')
      values[name] = name === 'draw' ? String(value) : countIn(language, value);
  }
  return values;
}
