import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../server/config/project-root.ts';
import { readSiteConfig } from '../../../../server/config/site-config.ts';
import { frameOf } from '../../../../server/pages/frame.ts';
import { createWords } from '../../../../server/pages/words.ts';

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

/** Returns the URL of the schedule-demo button on a page. */
function addressOn(page: string, lang: string, scheduleDemo = true) {
  const config = readSiteConfig(path.join(projectRoot, 'config'));
  config.setup.scheduleDemo = scheduleDemo;
  const words = createWords(config).get(lang);
  if (!words) throw new Error(`no words for ${lang}`);
  return frameOf(page, meta, words, config, null, new Date(0)).scheduleDemoHref;
}

describe('the URL of the schedule-demo button', () => {
  it('leads to the form in the language of the page', () => {
    expect([addressOn('/faq', 'en'), addressOn('/', 'nb')]).toEqual(['/scheduledemo', '/nb/scheduledemo']);
  });

  it('is null on the form’s own page and if no button is configured', () => {
    expect([addressOn('/scheduledemo', 'nb'), addressOn('/faq', 'en', false)]).toEqual([null, null]);
  });
});
