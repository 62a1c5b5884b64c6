import { calls } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import { refusalReasons } from '../../shared/contract/refusal-reasons.ts';
import { flatTexts } from '../../shared/flat-texts.ts';
import type { Form } from '../../shared/forms/form.ts';
import { forms } from '../../shared/forms/forms.ts';
import type { SiteConfig } from '../config/site-config.ts';

/** Response codes that the calls of forms can return without declaring them. */
const commonCodes = [codes.fieldWrong, codes.sessionExpired, codes.tooManyTries, codes.technicalIssue];

const isPrizeName = /^prize\..*\.name$/;

/**
 * Returns every text that a form can show: labels, messages, and the texts for the response codes of its calls.
 * Placeholders are not replaced. The document contains these texts, because a form that runs in the browser has no
 * locale files.
 */
export function formTexts({ locales, boot }: SiteConfig, lang: string, form: Form): Record<string, string> {
  const own = `form.${form.name}.`;
  const others = Object.keys(forms).map((name) => `form.${name}.`);
  const sent = [
    ...form.steps.flatMap(({ sends, resends }) => [sends.call, ...(resends ? [resends.call] : [])]),
    ...form.fields.flatMap(({ asks }) => (asks ? [asks.call] : [])),
  ];
  const answered = new Set(
    [...commonCodes, ...sent.flatMap((name) => calls[name].codes)].map((code) => `code.${code}`),
  );
  const hasFiles = form.fields.some(({ control }) => control === 'file');
  const hasReason = Object.keys(refusalReasons).some((code) => answered.has(`code.${code}`));
  const isClaim = form.follow.kind === 'claim';

  const isShown = (key: string): boolean => {
    if (key.startsWith('code.')) return answered.has(key);
    if (key.startsWith('document.')) return hasFiles;
    if (key.startsWith('refusal.')) return hasReason;
    return (
      key.startsWith(own) || key === 'form.login.submit' || !others.some((other) => key.startsWith(other))
    );
  };
  const textsOf = (language: string): [string, string][] => {
    const locale = locales.get(language);
    const formsAndCodes = ['forms', 'codes'].flatMap((namespace) => flatTexts(locale?.get(namespace) ?? {}));
    const games = isClaim
      ? [...(locale?.values() ?? [])]
          .flatMap((texts) => flatTexts(texts))
          .filter(([key]) => key.startsWith('game.') || key === 'card.draw_number' || isPrizeName.test(key))
      : [];
    return [...formsAndCodes.filter(([key]) => isShown(key)), ...games];
  };
  return Object.fromEntries([...textsOf(boot.defaultLanguage), ...textsOf(lang)]);
}
