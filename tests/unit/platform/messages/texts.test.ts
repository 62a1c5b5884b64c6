import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTemplate, kindOf, type Template, templates } from '../../../../platform/messages/kinds.ts';
import { colours } from '../../../../platform/messages/look.ts';
import { render } from '../../../../platform/messages/render.ts';
import { languageOf, languages, loadMessageTexts, textsFolder } from '../../../../platform/messages/texts.ts';

const texts = loadMessageTexts();

const names = Object.keys(templates).filter(isTemplate);

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name).toSorted();
}

/** Returns a value for each placeholder of a message. */
function valuesOf(template: Template): Record<string, string> {
  return Object.fromEntries(
    kindOf(template).values.map((name) => [name, name === 'otp' ? '012345' : `a ${name}`]),
  );
}

function rendered(language: (typeof languages)[number], template: Template, change = {}) {
  return render({
    texts: texts[language],
    language,
    template,
    values: { ...valuesOf(template), username: 'marigold' },
    siteUrl: 'https://lotto.example',
    siteLanguages: languages,
    support: 'support@lotto.example',
    unsubscribe: null,
    ...change,
  });
}

describe('message texts', () => {
  it('exist for exactly the declared messages', () => {
    expect(readdirSync(textsFolder).toSorted()).toEqual(
      ['common', ...names].map((name) => `${name}.yaml`).toSorted(),
    );
  });

  it.each(languages)('translate the same placeholder values in %s as in English', (language) => {
    const shapeOf = (one: typeof language) =>
      Object.entries(texts[one].words).map(([name, words]) => [name, Object.keys(words)]);
    expect(shapeOf(language)).toEqual(shapeOf('en'));
  });

  it.each(languages)('have the same messages and placeholders in %s as in English', (language) => {
    const shapeOf = (one: typeof language) =>
      names.map((name) => {
        const { subject, heading, body, button, sms } = texts[one].templates[name];
        return [name, button !== undefined, [subject, heading, ...body, sms ?? ''].map(placeholders)];
      });
    expect(shapeOf(language)).toEqual(shapeOf('en'));
    expect(texts[language].footer).toHaveLength(texts.en.footer.length);
    expect(placeholders(texts[language].greeting)).toEqual(['username']);
    expect(placeholders(texts[language].greetingUnnamed)).toEqual([]);
  });

  it.each(names)('contain placeholders for exactly the values of the message %s', (name) => {
    const known = new Set<string>([...kindOf(name).values, 'username', 'site', 'profile']);
    const { subject, heading, body, button = '', sms = '' } = texts.en.templates[name];
    const named = [subject, heading, ...body, button, sms].flatMap(placeholders);
    expect(named.filter((one) => !known.has(one))).toEqual([]);
    for (const value of kindOf(name).values) expect(named).toContain(value);
  });

  it('are in the requested language if it is supported, otherwise in English', () => {
    expect(['hi', 'pt', 'nb', 'de', 'en-GB', '', null, undefined].map(languageOf)).toEqual([
      'hi',
      'pt',
      'nb',
      'en',
      'en',
      'en',
      'en',
      'en',
    ]);
  });
});

describe.each(languages.flatMap((language) => names.map((name) => [language, name] as const)))(
  'the %s version of the message %s',
  (language, name) => {
    it('is rendered as plain text, as HTML and as an SMS', () => {
      const { subject, text, html, sms } = rendered(language, name);
      for (const part of [subject, text, html, sms]) expect(part).not.toMatch(/\{[a-z]+\}/);
      for (const value of Object.values(valuesOf(name))) {
        expect(`${subject}\n${text}`).toContain(value);
        expect(html).toContain(value);
      }
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).not.toMatch(/<script|<img|javascript:|http:|url\(/i);
      expect(sms.length).toBeLessThan(320);
    });
  },
);

describe('`render`', () => {
  it('escapes values in HTML', () => {
    const values = { otp: '<b>1</b>', minutes: '"10"', username: "<script>'x'</script>" };
    const { html } = rendered('en', 'reset_otp', { values });
    expect(html).not.toMatch(/<b>|<script/);
    expect(html).toContain('&lt;b&gt;1&lt;/b&gt;');
  });

  it.each([
    ['en', 'https://lotto.example/'],
    ['hi', 'https://lotto.example/hi'],
    ['pt', 'https://lotto.example/pt'],
    ['nb', 'https://lotto.example/nb'],
  ] as const)('links the button to the home page in the language %s', (language, href) => {
    const { html, text } = rendered(language, 'welcome');
    expect(html).toContain(`href="${href}"`);
    expect(text).toContain(`: ${href}\n`);
    const elsewhere = rendered(language, 'welcome', { siteLanguages: ['en'] });
    expect(elsewhere.html).toContain('href="https://lotto.example/"');
  });

  it('links the message about a win to the tickets, the profile and the unsubscribe page', () => {
    const unsubscribe = 'https://lotto.example/nb/account/unsubscribe?token=a';
    const { html, text } = rendered('nb', 'win', { unsubscribe });
    expect(html).toContain(`href="${unsubscribe}"`);
    expect(text).toContain(`Stopp disse e-postene: ${unsubscribe}`);
    expect(html).toContain('href="https://lotto.example/nb/my-accounts/tickets"');
    expect(text).toContain('Se loddene mine: https://lotto.example/nb/my-accounts/tickets\n');
    expect(text).toContain('https://lotto.example/nb/my-accounts/edit');
  });

  it('keeps the non-breaking spaces of an amount in the subject and in the body', () => {
    const amount = '1\u00a0234\u00a0567\u00a0₹';
    const { subject, html } = rendered('pt', 'limit_set', { values: { ...valuesOf('limit_set'), amount } });
    expect(subject).toContain(amount);
    expect(html.match(new RegExp(amount, 'g'))).toHaveLength(3);
  });

  it('does not replace placeholders inside a value', () => {
    const values = { otp: '{username}', minutes: '10', username: 'marigold' };
    expect(rendered('en', 'reset_otp', { values }).sms).toContain('{username}');
  });

  it('omits lines whose values are missing', () => {
    const { text } = rendered('en', 'password_changed', { siteUrl: null, values: {} });
    expect(text).toContain('Hello,');
    expect(text).not.toMatch(/on {1,2}at once|\{|https:/);
    expect(rendered('en', 'password_changed').text).toContain('lotto.example');
  });
});

describe('the colours of mails', () => {
  it('equal the colours of the site', () => {
    const file = path.resolve(import.meta.dirname, '../../../../client/styles/tokens.css');
    const tokens = readFileSync(file, 'utf8');
    for (const [name, value] of Object.entries(colours)) expect(tokens).toContain(`--${name}: ${value};`);
  });
});
