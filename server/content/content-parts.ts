import type { Reads } from '../cache/reads.ts';
import type { BootConfig, SiteConfig } from '../config/site-config.ts';
import type { Log } from '../log.ts';
import type { CallReads } from '../reads/call-reads.ts';
import { createContentCalls, withContentCalls } from '../reads/content-calls.ts';
import { type ContentReads, createContentReads } from '../reads/content-reads.ts';
import type { ContentClient } from '../upstream/content-client.ts';
import type { SendCall } from '../upstream/send-call.ts';
import type { ContentHost } from './content-host.ts';
import type { LinkRules } from './content-links.ts';
import { createContentSearch } from './content-search.ts';
import { createMenuTexts, type MenuTexts } from './menu-texts.ts';

export interface ContentParts {
  contentReads: ContentReads;
  menuTexts: MenuTexts;
  callReads: CallReads;
  /** Adds matching texts of the content host to the answers of the search. */
  searching: (sendCall: SendCall) => SendCall;
}

export interface ContentPartsOptions {
  content: ContentClient;
  contentHost: ContentHost;
  kind: 'json' | 'wordpress';
  config: SiteConfig;
  platformReads: CallReads;
  createReads: (clientGone: AbortSignal | undefined) => Reads;
  log: Log;
}

/**
 * Creates the parts that depend on the kind of the content host. With WordPress, the search and some other calls also
 * read data from the content host, because the platform does not know the texts of WordPress.
 */
export function createContentParts(options: ContentPartsOptions): ContentParts {
  const { content, contentHost, kind, config, platformReads, createReads, log } = options;
  const { boot } = config;
  const contentReads = createContentReads({
    content,
    rules: linkRulesOf(boot, contentHost),
    groupOfList: new Map(
      (['blogs', 'promotions'] as const).map((group) => [boot.runtimePages[group].list, group]),
    ),
    createReads: () => createReads(undefined),
    notePage: (lang, name, exists) => menuTexts.note(lang, name, exists),
  });
  const menuTexts = createMenuTexts(config, (lang, name) =>
    contentReads.page(createReads(undefined), lang, name),
  );
  if (kind === 'json')
    return { contentReads, menuTexts, callReads: platformReads, searching: (sendCall) => sendCall };
  const contentCalls = createContentCalls({ contentReads, callReads: platformReads, boot });
  return {
    contentReads,
    menuTexts,
    callReads: withContentCalls(platformReads, contentCalls),
    searching: createContentSearch({ content, contentReads, createReads, boot, log }),
  };
}

const linkRulesOf = (boot: BootConfig, host: ContentHost): Omit<LinkRules, 'postPath'> => ({
  host,
  languages: boot.languages.map(({ code }) => code),
  defaultLanguage: boot.defaultLanguage,
  staticPages: new Set(boot.staticPages.filter((page) => page.static).map(({ name }) => name)),
});
