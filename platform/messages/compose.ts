import { z } from 'zod';
import type { DerivedKeys } from '../config/derive-key.ts';
import { isTemplate, kindOf } from './kinds.ts';
import { render } from './render.ts';
import type { MessageRow } from './repository.ts';
import { unseal } from './seal.ts';
import { linkTo, type SiteAddress } from './site-address.ts';
import type { UnsubscribeTokens } from './subscriptions.ts';
import { languageOf, loadMessageTexts } from './texts.ts';

const Sealed = z.object({
  address: z.string(),
  values: z.record(z.string(), z.string()),
  accountId: z.string().optional(),
});

/** Decrypts the address and the values of a row. Returns null if no key can decrypt them. */
function open(keys: DerivedKeys, sealed: string): z.infer<typeof Sealed> | null {
  for (const key of keys) {
    try {
      return Sealed.parse(JSON.parse(unseal(key, sealed)));
    } catch {
      // Try the next key.
    }
  }
  return null;
}

interface ComposeOptions extends SiteAddress {
  /** Keys of 32 bytes that are not stored in the database. */
  keys: DerivedKeys;
  /** Mail address that receives replies to mails. Null if it is unknown. */
  support: string | null;
  tokens: UnsubscribeTokens;
}

export type Compose = ReturnType<typeof createCompose>;

/** Creates the function that turns a row of the queue into the message to send. */
export function createCompose({ keys, support, tokens, ...site }: ComposeOptions) {
  const texts = loadMessageTexts();
  /** Returns null if the row has no content, no key decrypts it, or its template is unknown. */
  return (row: MessageRow) => {
    const content = row.sealed === null ? null : open(keys, row.sealed);
    if (content === null || !isTemplate(row.template)) return null;
    const { address, values } = content;
    const language = languageOf(row.language);
    const { template } = row;
    const { answersTo, stops, subscription } = kindOf(template);
    const subscribed =
      subscription === undefined || content.accountId === undefined
        ? null
        : { subscription, accountId: content.accountId };
    const unsubscribe =
      subscribed === null || site.siteUrl === null
        ? null
        : linkTo(site, `/account/unsubscribe?token=${tokens.write(subscribed)}`, language);
    const replyTo = answersTo === undefined ? support : (values[answersTo] ?? null);
    const parts = render({
      texts: texts[language],
      language,
      template,
      values,
      unsubscribe,
      support: answersTo === undefined ? support : null,
      ...site,
    });
    const stop = stops === undefined || site.siteUrl === null ? null : (values[stops] ?? null);
    const ways = { replyTo, unsubscribe: unsubscribe ?? stop };
    return { address, values, language, template, ...ways, subscribed, ...parts };
  };
}
