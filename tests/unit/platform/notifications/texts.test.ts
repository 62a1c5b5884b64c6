import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { languages } from '../../../../platform/messages/texts.ts';
import { isKind, looks, notificationData } from '../../../../platform/notifications/kinds.ts';
import { loadNotificationTexts, notificationTexts } from '../../../../platform/notifications/texts.ts';
import { Notification } from '../../../../shared/contract/notifications.ts';

/** A text, or a list of sentences that form one text. */
const Words = z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(' '))]);
const Texts = z.record(z.string(), z.record(z.string(), Words));

function read(language: string) {
  return Texts.parse(parse(readFileSync(path.join(notificationTexts, `${language}.yaml`), 'utf8')));
}

function placeholders(text = '') {
  return new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
}

const samples = {
  amountMinor: 1_234_56,
  stakeMinor: 22_00,
  paidMinor: 77_00,
  takenMinor: 38_00,
  currencyCode: 'INR',
  reason: 'reason',
  game: 'Golden Keno 20/80',
  draw: 7794,
  points: 90,
  code: 'KITE',
  label: '•••• 6789',
  title: 'title',
  text: 'text',
  limit: 'deposit',
  period: 'day',
  confirmableAt: '2026-11-22T12:02:00.000Z',
  expiresAt: '2026-11-29T12:02:00.000Z',
  endsAt: '2026-11-28T12:02:00.000Z',
};

function dataFor(kind: keyof typeof notificationData) {
  const names = Object.keys(notificationData[kind].shape);
  return Object.fromEntries(Object.entries(samples).filter(([name]) => names.includes(name)));
}

describe('notification texts', () => {
  const english = read('en');

  it.each(languages)('have the same keys and placeholders in %s as in English', (language) => {
    const own = read(language);
    expect(Object.keys(own)).toEqual(Object.keys(english));
    for (const [kind, texts] of Object.entries(english)) {
      expect(Object.keys(own[kind] ?? {}), kind).toEqual(Object.keys(texts));
      for (const [part, text] of Object.entries(texts))
        expect(placeholders(own[kind]?.[part]), `${kind} ${part}`).toEqual(placeholders(text));
    }
  });

  it.each(languages)('have a value for every placeholder in %s', (language) => {
    const textOf = loadNotificationTexts('Asia/Kolkata');
    for (const kind of Object.keys(notificationData).filter(isKind)) {
      const { title, message } = textOf(language, kind, dataFor(kind));
      expect(`${title} ${message}`, kind).not.toMatch(/[{}]|undefined/);
      const shown = { title, message, id: crypto.randomUUID(), timestamp: '2026-11-21T12:00:00Z' };
      expect(Notification.safeParse({ ...shown, ...looks[kind], isRead: false }).error, kind).toBeUndefined();
    }
  });

  it('include an optional sentence only if the data contains its value', () => {
    const textOf = loadNotificationTexts('Asia/Kolkata');
    const about = { game: 'Golden Keno', draw: 7, currencyCode: 'INR', reason: 'Misread.' };
    expect(textOf('en', 'result_corrected', { ...about, takenMinor: 100 }).message).toMatch(
      /corrected\. ₹1 was taken back from your winnings\. Reason: Misread\.$/,
    );
    expect(textOf('nb', 'draw_voided', { ...about, stakeMinor: 100 }).message).not.toMatch(/gevinst|\{/);
  });

  it('ignore unknown values that another release wrote', () => {
    const textOf = loadNotificationTexts('Asia/Kolkata');
    const { message } = textOf('en', 'deposit', { amountMinor: 100, currencyCode: 'INR', later: 'value' });
    expect(message).toBe('₹1 is in your wallet.');
  });

  it('format limits and instants in the style of the language', () => {
    const textOf = loadNotificationTexts('Asia/Kolkata');
    const about = { limit: 'deposit', period: 'week', confirmableAt: '2026-11-22T12:02:00.000Z' };
    const { message } = textOf('en', 'limit_waiting', about);
    expect(message).toMatch(/^Your present weekly deposit limit stays/);
    expect(message).toMatch(/from 22 November 2026 at 17:32 \(IST\)\.$/);
    const inLanguage = (language: string) => textOf(language, 'limit_waiting', about).message;
    expect(inLanguage('hi')).toContain('आप 22 नवंबर 2026 को 17:32 बजे (IST) से पुष्टि');
    expect(inLanguage('pt')).toMatch(
      /limite de depósito semanal .* de 22 de novembro de 2026 às 17:32 \(GMT\+5:30\)\.$/,
    );
    expect(inLanguage('nb')).toMatch(/fra 22\. november 2026 kl\. 17:32 \(GMT\+5:30\)\.$/);
  });

  it('format money in the style of the language', () => {
    const textOf = loadNotificationTexts('Asia/Kolkata');
    const amount = (language: string, currencyCode: string) =>
      textOf(language, 'deposit', { amountMinor: 123_456_700, currencyCode }).message.replace(/\s/g, ' ');
    expect(amount('en', 'INR')).toBe('₹12,34,567 is in your wallet.');
    expect(amount('nb', 'NOK')).toContain('1 234 567 kr');
    expect(amount('pt', 'EUR')).toContain('1 234 567 €');
    expect(amount('en', 'JPY')).toContain('¥12,34,56,700');
  });
});
