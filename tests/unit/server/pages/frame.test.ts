import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../server/config/project-root.ts';
import { readSiteConfig, type SiteSetup } from '../../../../server/config/site-config.ts';
import { frameOf } from '../../../../server/pages/frame.ts';
import { createWords } from '../../../../server/words/words.ts';

const meta = {
  title: 'A page',
  description: 'Of this site',
  indexable: true,
  ogType: 'website',
  picture: null,
  canonicalPath: '/faq',
  linkPath: '/faq',
  feeds: [],
} as const;

function frameOn(page: string, lang: string, setup: Partial<SiteSetup> = {}) {
  const config = readSiteConfig(path.join(projectRoot, 'config'));
  Object.assign(config.setup, setup);
  const words = createWords(config).get(lang);
  if (!words) throw new Error(`no words for ${lang}`);
  return frameOf(page, meta, words, config, null, new Date(0));
}

/** Returns the URL of the schedule-demo button on a page. */
const addressOn = (page: string, lang: string, scheduleDemo = true) =>
  frameOn(page, lang, { scheduleDemo }).scheduleDemoHref;

describe('the URL of the schedule-demo button', () => {
  it('is the URL of the form, in the language of the page', () => {
    expect([addressOn('/faq', 'en'), addressOn('/', 'nb')]).toEqual(['/scheduledemo', '/nb/scheduledemo']);
  });

  it('is null on the page of the schedule-demo form, or if no button is configured', () => {
    expect([addressOn('/scheduledemo', 'nb'), addressOn('/faq', 'en', false)]).toEqual([null, null]);
  });
});

describe('the play link in the header', () => {
  it('leads to the games page, and is absent if the site sells no tickets', () => {
    expect([frameOn('/', 'nb').playHref, frameOn('/', 'nb', { sales: false }).playHref]).toEqual([
      '/nb/games',
      null,
    ]);
  });
});
