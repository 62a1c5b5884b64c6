import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '../../../platform/accounts/tables.ts';
import { receiptNumbers } from '../../../platform/draws/receipt-numbers.ts';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { newestOtp, otherOtp, readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { type TicketHolder, ticketHolder } from '../../helpers/ticket-holder.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now });
  await platform.deps.engine.tick();
});
afterAll(() => platform?.stop());

type Holder = TicketHolder;

function holder(lines?: CallRequest<'tickets/buy'>['lines']): Promise<Holder> {
  return ticketHolder(platform, lines);
}

function send(receiptNumber: string, mobile: string) {
  return platform.call('claims/sendOtp', { receiptNumber, mobile_no: mobile });
}

async function ask(receiptNumber: string, mobile: string, otp: string) {
  return (await platform.call('claims/status', { receiptNumber, mobile_no: mobile, otp })).body;
}

async function statusOf({ receiptNumber, mobile }: Holder) {
  expect((await send(receiptNumber, mobile)).body.firstCode).toBe('10000');
  return ask(receiptNumber, mobile, await newestOtp(platform, mobile));
}

function unknownReceipt() {
  return receiptNumbers('jaldi-1', 1)[0] ?? '';
}

describe('claims/status', () => {
  it('returns the status pending before the draw', async () => {
    const owner = await holder([{ number: 3 }, { color: 'red' }]);
    expect(await statusOf(owner)).toEqual({
      success: true,
      firstCode: '10000',
      data: {
        receiptNumber: owner.receiptNumber,
        gameId: 'jaldi',
        gameName: 'Golden Jaldi',
        drawId: `jaldi-${owner.drawNumber}`,
        drawNumber: owner.drawNumber,
        drawStartDate: expect.stringMatching(/^2026-11-21T/),
        lines: 2,
        totalPrice: 22_00,
        currencyCode: 'INR',
        boughtAt: platform.clock.now().toISOString(),
        status: 'pending',
        correction: null,
        refusal: null,
        wonAmount: 0,
        paidAt: null,
        prizes: [],
      },
    });
  });

  it('lists each prize that was credited to the wallet', async () => {
    const winner = await holder(Array.from({ length: 10 }, (_, number) => ({ number })));
    const drawn = await drawNextJaldi(platform);
    const result = await platform.call('result', {
      action: 'result',
      resultFrom: '2026-11-21',
      resultTo: '2026-11-21',
      showAllResult: true,
      lastestGameId: 'jaldi',
      drawNumber: drawn.number,
    });
    const [published] = result.body.success ? result.body.data.result : [];
    const number = Number(published?.resultNumber.tNumbers[0]?.tNumber);
    const body = await statusOf(winner);
    const wonAmount = await winner.holds('winnings');
    expect(wonAmount).toBeGreaterThan(0);
    expect(body).toMatchObject({
      success: true,
      data: {
        status: 'paid',
        wonAmount,
        paidAt: drawn.at,
        prizes: [
          {
            lineNo: number + 1,
            prizeNo: 1,
            prizeName: published?.firstPrizeDetail.prizeName,
            amount: wonAmount,
          },
        ],
      },
    });
  });

  it('returns the status no_win for losing tickets', async () => {
    const owner = await holder([{ number: 0 }]);
    const other = await holder([{ number: 1 }]);
    await drawNextJaldi(platform);
    const states = [await statusOf(owner), await statusOf(other)];
    expect(states.some((body) => body.success && body.data.status === 'no_win')).toBe(true);
  });

  it('accepts any spelling of the receipt number and the mobile number', async () => {
    const { receiptNumber, mobile } = await holder();
    const random = receiptNumber.slice(-10).replaceAll('0', 'O').replaceAll('1', 'l');
    const typed = ` ${receiptNumber.slice(0, -10).toLowerCase().replace('-', ' - ')}${random} `;
    const contact = { country_code: '+91', mobile_no: mobile.slice(3) };
    const sent = await platform.call('claims/sendOtp', { receiptNumber: typed, ...contact });
    expect(sent.body.firstCode).toBe('10000');
    const otp = await newestOtp(platform, mobile);
    const { body } = await platform.call('claims/status', { receiptNumber: typed, ...contact, otp });
    expect(body).toMatchObject({ success: true, data: { receiptNumber } });
  });

  it('rejects a code that was sent to an earlier mobile number of the player', async () => {
    const { receiptNumber, mobile, accountId } = await holder();
    await send(receiptNumber, mobile);
    const otp = await newestOtp(platform, mobile);
    await platform.deps.database.db
      .update(accounts)
      .set({ mobile: `${mobile}0` })
      .where(eq(accounts.accountId, accountId));
    expect(await ask(receiptNumber, mobile, otp)).toEqual({ success: false, firstCode: '10700' });
  });
});

describe('claim code', () => {
  let owner: Holder;
  let otp: string;
  beforeEach(async () => {
    owner = await holder();
    await send(owner.receiptNumber, owner.mobile);
    otp = await newestOtp(platform, owner.mobile);
  });
  const wrong = { success: false, firstCode: '10510' };

  it('can be used only once', async () => {
    expect((await ask(owner.receiptNumber, owner.mobile, otp)).success).toBe(true);
    expect(await ask(owner.receiptNumber, owner.mobile, otp)).toEqual(wrong);
  });

  it('is valid only for the receipt for which it was sent', async () => {
    const other = await owner.call('tickets/buy', {
      gameId: 'jaldi',
      drawId: `jaldi-${owner.drawNumber}`,
      lines: [{ number: 5 }],
      idempotencyKey: randomUUID(),
    });
    const receiptNumber = other.body.success ? other.body.data.receiptNumber : '';
    expect(await ask(receiptNumber, owner.mobile, otp)).toEqual(wrong);
    expect((await ask(owner.receiptNumber, owner.mobile, otp)).success).toBe(true);
  });

  it('expires after ten minutes or five wrong attempts', async () => {
    for (let tries = 0; tries < 5; tries++)
      expect(await ask(owner.receiptNumber, owner.mobile, otherOtp(otp))).toEqual(wrong);
    expect(await ask(owner.receiptNumber, owner.mobile, otp)).toEqual(wrong);
    const late = await holder();
    await send(late.receiptNumber, late.mobile);
    const lateOtp = await newestOtp(platform, late.mobile);
    platform.clock.advance(10 * 60_000 + 1);
    expect(await ask(late.receiptNumber, late.mobile, lateOtp)).toEqual(wrong);
  });

  it('is accepted in only one of a hundred concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ask(owner.receiptNumber, owner.mobile, otp)),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  });

  it('must have been sent for a claim: a code for another purpose is rejected', async () => {
    await platform.call('accounts/sendOtp', { type: 3, mobile_no: owner.mobile, notification_type: 1 });
    const reset = await newestOtp(platform, owner.mobile);
    expect(await ask(owner.receiptNumber, owner.mobile, reset)).toEqual(wrong);
  });
});

describe('claims/sendOtp', () => {
  it('does not reveal in responses, messages or database rows which mobile number belongs to a receipt', async () => {
    const owner = await holder();
    const stranger = await holder();
    const seeded = unknownReceipt();
    const rows = async (table: 'otps' | 'messages') =>
      Number((await queryDatabase(platform.databaseUrl, `select count(*) from ${table}`))[0]?.['count']);
    const answers = [];
    for (const [receiptNumber, mobile] of [
      [owner.receiptNumber, owner.mobile],
      [owner.receiptNumber, stranger.mobile],
      [owner.receiptNumber, '+919999999999'],
      [seeded, owner.mobile],
    ] as const) {
      const before = [await rows('otps'), await rows('messages')];
      const { status, body } = await send(receiptNumber, mobile);
      const after = [await rows('otps'), await rows('messages')];
      answers.push([status, body, ...after.map((count, index) => count - (before[index] ?? 0))]);
    }
    const [first] = answers;
    for (const answer of answers) expect(answer).toEqual(first);
    expect(await readOutbox(platform, owner.mobile)).toHaveLength(1);
    expect(await readOutbox(platform, stranger.mobile)).toEqual([]);
    expect(await readOutbox(platform, '+919999999999')).toEqual([]);
    for (const mobile of [owner.mobile, stranger.mobile])
      expect(await ask(mobile === owner.mobile ? seeded : owner.receiptNumber, mobile, '000000')).toEqual({
        success: false,
        firstCode: '10510',
      });
  });

  it('limits codes in the same way whether or not the receipt belongs to the mobile number', async () => {
    const owner = await holder();
    for (const receiptNumber of [owner.receiptNumber, unknownReceipt()]) {
      for (let nth = 0; nth < 3; nth++)
        expect((await send(receiptNumber, owner.mobile)).body.firstCode).toBe('10000');
      const { status, body } = await send(receiptNumber, owner.mobile);
      expect([status, body]).toEqual([429, { success: false, firstCode: '15429' }]);
    }
  });

  it('sends the owner a code even after a stranger has requested many codes for the owner’s mobile number', async () => {
    const owner = await holder();
    for (let nth = 0; nth < 6; nth++) await send(unknownReceipt(), owner.mobile);
    expect((await statusOf(owner)).success).toBe(true);
  });
});

describe('validation of a claim', () => {
  const good = { receiptNumber: 'JALDI-1-0123456789', mobile_no: '+919876543210' };
  it.each([
    [{}, { receiptNumber: 'enter_receipt_number', mobile_no: 'enter_mobile_number' }],
    [{ ...good, receiptNumber: '' }, { receiptNumber: 'enter_receipt_number' }],
    [{ ...good, receiptNumber: 7 }, { receiptNumber: 'enter_receipt_number' }],
    [
      { ...good, receiptNumber: "JALDI-1-0123456789' or '1'='1" },
      { receiptNumber: 'enter_valid_receipt_number' },
    ],
    [{ ...good, receiptNumber: 'JALDI-1-012345678\u0000' }, { receiptNumber: 'field.wrong' }],
    [{ ...good, receiptNumber: 'J'.repeat(10_000) }, { receiptNumber: 'enter_valid_receipt_number' }],
    [{ ...good, receiptNumber: 'JALDI-1-012345678😀' }, { receiptNumber: 'enter_valid_receipt_number' }],
    [{ ...good, mobile_no: '12345678' }, { country_code: 'code_required' }],
    [{ ...good, mobile_no: '12', country_code: '+91' }, { mobile_no: 'enter_valid_mobile_no' }],
    [{ ...good, mobile_no: '1234567890', country_code: '+91' }, { mobile_no: 'enter_valid_mobile_no' }],
    [
      { ...good, mobile_no: '\u202e919876543210', country_code: '+91' },
      { mobile_no: 'enter_valid_mobile_no' },
    ],
    [{ ...good, email_address: 'a@b.example' }, { email_address: 'field.unknown' }],
  ])('returns 10400 from claims/sendOtp for %j', async (data, fields) => {
    const { status, body } = await platform.call('claims/sendOtp', good, { envelope: { data } });
    expect([status, body]).toEqual([400, { success: false, firstCode: '10400', data: { fields } }]);
  });

  it.each([
    [{ ...good }, { otp: 'enter_otp' }],
    [{ ...good, otp: 123456 }, { otp: 'enter_otp' }],
    [{ ...good, otp: '12345' }, { otp: 'enter_otp' }],
    [{ ...good, otp: '१२३४५६' }, { otp: 'enter_otp' }],
  ])('returns 10400 from claims/status for %j', async (data, fields) => {
    const { status, body } = await platform.call(
      'claims/status',
      { ...good, otp: '123456' },
      { envelope: { data } },
    );
    expect([status, body]).toEqual([400, { success: false, firstCode: '10400', data: { fields } }]);
  });

  it('treats a receipt number with an unknown game or an impossible draw number like an unknown receipt', async () => {
    for (const receiptNumber of ['POKER-1-0123456789', 'JALDI-9999999999-0123456789', '--1-0123456789'])
      expect((await send(receiptNumber, '+919876543210')).body.firstCode).toBe('10000');
  });
});
