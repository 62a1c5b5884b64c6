import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { test } from '../../helpers/form-site.ts';
import { type OutboxMessage, readOutbox } from '../../helpers/outbox.ts';
import { createPlayer } from '../../helpers/player.ts';
import { sampleLanguages, sampleMails, sampleTemplates } from '../../helpers/sample-mails.ts';

/**
 * Folder in which the test stores pictures of all mails. If undefined, the test stores no pictures. Example:
 * MAIL_PICTURES=/tmp/mails npx vitest run …
 */
const pictures = process.env['MAIL_PICTURES'];

const frameWidths = [360, 600];

/**
 * Runs in the page. Shows each mail in frames of all widths, and returns the frames in which the mail or a word of its
 * heading does not fit.
 */
async function overflowing({
  mails,
  widths,
}: {
  mails: { template: string; html: string }[];
  widths: number[];
}) {
  const frames = mails.flatMap(({ template, html }) =>
    widths.map((width) => {
      const frame = document.createElement('iframe');
      frame.width = String(width);
      frame.title = `${template} at ${width}`;
      frame.srcdoc = html;
      return frame;
    }),
  );
  await Promise.all(
    frames.map((frame) => {
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      document.body.append(frame);
      return loaded;
    }),
  );
  return frames.flatMap(({ title, width, contentDocument }) => {
    const heading = contentDocument?.querySelector('h1');
    // Mails break words that are too long. This test disables such breaks in the heading, so that it detects a word
    // that does not fit.
    if (heading) heading.style.overflowWrap = 'normal';
    return [contentDocument?.documentElement, heading].flatMap((element) => {
      const { scrollWidth = 0, clientWidth = 1, tagName = '' } = element ?? {};
      return scrollWidth > clientWidth ? [`${tagName} of ${title}: ${scrollWidth} of ${width}`] : [];
    });
  });
}

async function takePictures(page: Page, language: string, mails: OutboxMessage[], folder: string) {
  await mkdir(folder, { recursive: true });
  for (const { template, html } of mails)
    for (const width of frameWidths)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.setContent(html ?? '');
        const file = `${template}-${language}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(folder, file), fullPage: true });
      }
}

describe('HTML of a mail', () => {
  test.for(sampleLanguages)(
    'at widths of 360 and 600 px, has no horizontal overflow and no broken word in its heading: %s',
    async (language, { platform, visitor }) => {
      const mails = await sampleMails(platform, language);
      expect(mails.map(({ template }) => template).toSorted()).toEqual(sampleTemplates.toSorted());
      const page = await visitor.open('about:blank');
      const shown = mails.map(({ template, html }) => ({ template, html: html ?? '' }));
      expect(await page.evaluate(overflowing, { mails: shown, widths: frameWidths })).toEqual([]);
      if (pictures !== undefined) await takePictures(page, language, mails, pictures);
    },
  );

  test('meets WCAG 2.2 AA in the light and in the dark theme', async ({ platform, visitor }) => {
    const mails = await sampleMails(platform, 'en');
    const page = await visitor.open('about:blank');
    for (const template of ['win', 'contact_otp'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setContent(mails.find((mail) => mail.template === template)?.html ?? '');
        const violations = await accessibilityViolations(page);
        expect([template, colorScheme, violations]).toEqual([template, colorScheme, []]);
      }
  });
});

describe('unsubscribe link in the footer of a mail', () => {
  test('opens, without a login, a page with a button that unsubscribes the player from this kind of mail', async ({
    platform,
    site,
    visitor,
  }) => {
    const player = await createPlayer(platform, { userLanguge: 'nb' });
    const { accountId, username, email } = player;
    await player.call('accounts/updateUserDetails', { isPromotion: 1, noticeMail: 1 });
    const values = { title: 'Et nytt spill', text: 'Det begynner fredag.' };
    const to = { channel: 'mail' as const, address: email };
    const message = { template: 'promotion' as const, to, username, accountId, language: 'nb', values };
    await platform.deps.messages.write(message, platform.deps.db);
    const [mail] = await readOutbox(platform, email);
    const page = await visitor.open('about:blank', { viewport: viewports.phone });
    await page.setContent(mail?.html ?? '');
    const href = await page.getByRole('link', { name: 'Stopp disse e-postene' }).getAttribute('href');
    const { pathname, search } = new URL(href ?? '');
    await page.goto(`${site.origin}${pathname}${search}`);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.click('.form__submit');
    await page.locator('.form-done').waitFor();
    expect(await page.textContent('.form-done__title')).toBe('Du får ikke flere av disse e-postene');
    const { body } = await player.call('accounts/getUserProfile', {});
    expect(body).toMatchObject({ data: { isPromotion: 0, noticeMail: 1 } });
  });
});
