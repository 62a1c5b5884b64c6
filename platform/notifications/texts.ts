import path from 'node:path';
import { z } from 'zod';
import { namesOf } from '../../shared/names-of.ts';
import { shippedFiles } from '../config/project-root.ts';
import { readYamlFile } from '../config/yaml-files.ts';
import { languageOf, type MessageLanguage } from '../messages/texts.ts';
import { valuesIn } from '../messages/values.ts';
import { type NotificationKind, notificationData } from './kinds.ts';

const alsoText = z.string().min(1).max(120);
const Text = z.strictObject({
  title: z.string().min(1).max(120),
  message: z.string().min(1).max(400),
  /**
   * Sentences that are added to the message. A sentence is added only if the notification contains the values of its
   * placeholders.
   */
  also: z.union([alsoText, z.array(alsoText).min(1).max(5)]).optional(),
});
export interface NotificationText {
  title: string;
  message: string;
}
const Texts = z.record(z.enum(namesOf(notificationData)), Text);
type Texts = z.infer<typeof Texts>;

export const notificationTexts = shippedFiles('platform/notifications/texts');

function readTexts(language: MessageLanguage): Texts {
  const file = path.join(notificationTexts, `${language}.yaml`);
  const parsed = Texts.safeParse(readYamlFile(file));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

const placeholder = /\{([a-z]+)\}/g;

/**
 * Reads the texts of every language.
 * @param timeZone the zone of the times in the texts
 * @returns a function that renders a notification in `language`, or in English if the language is unsupported
 */
export function loadNotificationTexts(timeZone: string) {
  const texts: Record<MessageLanguage, Texts> = {
    en: readTexts('en'),
    hi: readTexts('hi'),
    pt: readTexts('pt'),
    nb: readTexts('nb'),
  };
  return (asked: string, kind: NotificationKind, data: unknown): NotificationText => {
    const language = languageOf(asked);
    // Drop values that this release does not know. A later release may have written them before a rollback to this
    // release.
    const known = notificationData[kind].strip().parse(data);
    const values = valuesIn(language, known, timeZone);
    const fill = (text: string): string | null => {
      let isWhole = true;
      const filled = text.replace(placeholder, (_, name: string) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        isWhole &&= value !== undefined;
        return String(value);
      });
      return isWhole ? filled : null;
    };
    const { title, message, also = [] } = texts[language][kind];
    const parts = [message, ...(typeof also === 'string' ? [also] : also)].map(fill);
    return { title: fill(title) ?? '', message: parts.filter((part) => part !== null).join(' ') };
  };
}
