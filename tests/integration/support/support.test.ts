import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import type { CaptchaChallenge } from '../../../shared/contract/support.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { readOutbox } from '../../helpers/outbox.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';

const now = new Date('2026-11-21T12:02:00Z');
const operator = 'support@lotto.example';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, config: { supportEmail: operator } });
});
afterAll(() => platform?.stop());

type Form = CallRequest<'support/contact'>;
const refused = { success: false, firstCode: '15115' };

async function challenge(): Promise<CaptchaChallenge> {
  const { body } = await platform.call('support/challenge', {});
  if (!body.success) throw new Error('no challenge');
  return body.data.challenge;
}

/** Solves a challenge as ALTCHA's widget does. */
async function solve(given: Challenge): Promise<Solution> {
  const solution = await solveChallenge({ challenge: given, deriveKey });
  if (!solution) throw new Error('not solved');
  return solution;
}

function payload(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64');
}

async function wire(): Promise<{ challenge: Challenge; solution: Solution }> {
  const given: Challenge = JSON.parse(JSON.stringify(await challenge()));
  return { challenge: given, solution: await solve(given) };
}

async function form(change: Partial<Form> = {}): Promise<Form> {
  return {
    username: 'Åse O’Neill',
    email_address: 'Ase@Mail.Example',
    message: 'Where is my ticket?\n\nThank you, Åse 🙏',
    consent: 1,
    captcha: change.captcha ?? payload(await wire()),
    ...change,
  };
}

async function send(data: Form) {
  return (await platform.call('support/contact', data)).body;
}

function kept() {
  return queryDatabase<{ reference: string; kind: string; username: string; email: string; message: string }>(
    platform.databaseUrl,
    'select reference, kind, username, email, message from support_messages order by message_id',
  );
}

describe('message to support', () => {
  it('is stored and mailed to the operator', async () => {
    const body = await send(await form());
    const reference = body.success ? body.data.reference : '';
    expect(reference).toMatch(/^GL-[0-9A-F]{5}-[0-9A-F]{5}$/);
    expect((await kept()).at(-1)).toEqual({
      reference,
      kind: 'contact',
      username: 'Åse O’Neill',
      email: 'ase@mail.example',
      message: 'Where is my ticket?\n\nThank you, Åse 🙏',
    });
    const [mail] = await readOutbox(platform, operator);
    expect(mail).toMatchObject({ channel: 'mail', template: 'support_contact' });
    expect(mail?.subject).toContain(reference);
    for (const part of ['Åse O’Neill', 'ase@mail.example', 'Where is my ticket?'])
      expect(mail?.text).toContain(part);
  });

  it('is marked as a demo request if it comes from support/scheduleDemo', async () => {
    const { body } = await platform.call('support/scheduleDemo', await form({ message: 'Next week?' }));
    expect(body.success).toBe(true);
    expect((await kept()).at(-1)).toMatchObject({ kind: 'demo', message: 'Next week?' });
    expect((await readOutbox(platform, operator))[0]?.template).toBe('support_demo');
  });

  it('cannot inject HTML or headers into the mail', async () => {
    const message = '<img src=x onerror=alert(1)> {otp} {email}';
    await send(await form({ message }));
    const [mail] = await readOutbox(platform, operator);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.text).toContain(message);
    expect(mail?.subject).not.toMatch(/[\r\n]/);
  });

  it('is stored even if no support address is configured', async () => {
    const quiet = await startPlatform({ now, beside: platform });
    try {
      const before = (await kept()).length;
      const { body } = await quiet.call('support/contact', await form({ message: 'quiet' }));
      expect(body.success).toBe(true);
      expect((await kept()).length).toBe(before + 1);
      expect((await readOutbox(platform, operator))[0]?.text).not.toContain('quiet');
    } finally {
      await quiet.stop();
    }
  });
});

describe('captcha', () => {
  it('returns a different challenge each time', async () => {
    const [one, other] = [await challenge(), await challenge()];
    expect(one.parameters.nonce).not.toBe(other.parameters.nonce);
    expect(JSON.stringify([one, other])).not.toContain(testKeys.drawSealKey);
  });

  it('accepts a solution only once, even in fifty concurrent requests', async () => {
    const data = await form({ message: 'once' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(data)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(answers.filter(({ firstCode }) => firstCode === '15115')).toHaveLength(49);
    expect((await kept()).filter(({ message }) => message === 'once')).toHaveLength(1);
    expect(await send({ ...data, message: 'again' })).toEqual(refused);
  });

  it('accepts the same solution again if the first form was invalid', async () => {
    const data = await form();
    const wrong = await platform.call('support/contact', { ...data, message: '' });
    expect(wrong.body.firstCode).toBe('10400');
    expect((await send(data)).success).toBe(true);
  });

  it('accepts solutions for twenty minutes', async () => {
    const [early, late] = [await form(), await form()];
    platform.clock.advance(20 * 60_000 - 2000);
    expect((await send(early)).success).toBe(true);
    platform.clock.advance(3000);
    expect(await send(late)).toEqual(refused);
    // The solutions have expired, so housekeeping may delete the records of used solutions.
    await platform.deps.housekeeping.run();
    const rows = await queryDatabase(platform.databaseUrl, 'select * from captcha_solutions');
    expect(rows).toEqual([]);
    expect(await send(early)).toEqual(refused);
  });

  it('rejects a wrong solution, a changed challenge, and a challenge of another platform', async () => {
    const { challenge: given, solution } = await wire();
    const { parameters } = given;
    const foreign = await startPlatform({
      now,
      config: { drawSealKeys: ['f0'.repeat(32)] },
    });
    const theirs = await foreign.call('support/challenge', {});
    await foreign.stop();
    const strange = theirs.body.success ? theirs.body.data.challenge : given;
    const { keySignature: _, ...unsigned } = parameters;
    const before = (await kept()).length;
    for (const parts of [
      { challenge: given },
      { challenge: given, solution: { ...solution, derivedKey: 'ab'.repeat(32) } },
      { challenge: given, solution: { counter: 0, derivedKey: '' } },
      { challenge: given, solution: { counter: -1, derivedKey: solution.derivedKey } },
      { challenge: { ...given, signature: 'ab'.repeat(32) }, solution },
      { challenge: { parameters }, solution },
      { challenge: { ...given, parameters: { ...parameters, cost: 1 } }, solution },
      { challenge: { ...given, parameters: { ...parameters, keyPrefix: '' } }, solution },
      { challenge: { ...given, parameters: unsigned }, solution },
      { challenge: { ...given, parameters: { ...parameters, data: { expires: 9_999_999_999 } } }, solution },
      { challenge: { ...given, parameters: { ...parameters, algorithm: 'SHA-256' } }, solution },
      { challenge: strange, solution: await solve(JSON.parse(JSON.stringify(strange))) },
      {},
      null,
      [],
      'text',
    ])
      expect([parts, await send(await form({ captcha: payload(parts) }))]).toEqual([parts, refused]);
    for (const captcha of ['x', '{}', '=', 'AAAA', '😀'])
      expect([captcha, await send(await form({ captcha }))]).toEqual([captcha, refused]);
    expect((await kept()).length).toBe(before);
    // None of the rejected attempts made the solution unusable.
    expect((await send(await form({ captcha: payload({ challenge: given, solution }) }))).success).toBe(true);
  });
});

describe('validation of a support request', () => {
  const good = {
    username: 'Asha',
    email_address: 'a@mail.example',
    message: 'Hello',
    consent: 1,
    captcha: 'x',
  };
  it.each([
    [
      {},
      {
        username: 'enter_an_username',
        email_address: 'enter_email_address',
        message: 'enter_message',
        captcha: 'solve_captcha',
        consent: 'please_give_consent',
      },
    ],
    [{ ...good, username: 'Al' }, { username: 'enter_valid_contact_name' }],
    [{ ...good, username: 'A'.repeat(17) }, { username: 'enter_valid_contact_name' }],
    [{ ...good, username: '<b>Asha' }, { username: 'enter_valid_contact_name' }],
    [{ ...good, username: 'As\r\nBcc: x' }, { username: 'enter_valid_contact_name' }],
    [{ ...good, username: ['Asha'] }, { username: 'enter_an_username' }],
    [{ ...good, email_address: 'asha' }, { email_address: 'enter_valid_email' }],
    [{ ...good, email_address: 'a@mail.example\nBcc: b@c.example' }, { email_address: 'field.wrong' }],
    [{ ...good, message: '   ' }, { message: 'enter_message' }],
    [{ ...good, message: 'm'.repeat(251) }, { message: 'message_length_validation' }],
    [{ ...good, message: 'a\u0000b' }, { message: 'field.wrong' }],
    [{ ...good, message: 'a\u202eb' }, { message: 'field.wrong' }],
    [{ ...good, message: '\ud800' }, { message: 'field.wrong' }],
    [{ ...good, captcha: 'x'.repeat(4001) }, { captcha: 'field.wrong' }],
    [{ ...good, consent: 0 }, { consent: 'please_give_consent' }],
    [{ ...good, consent: true }, { consent: 'please_give_consent' }],
    [{ ...good, phone: '1' }, { phone: 'field.unknown' }],
  ])('rejects %j with 10400 and names the invalid fields %j', async (data, fields) => {
    const before = (await kept()).length;
    for (const name of ['support/contact', 'support/scheduleDemo'] as const) {
      const { status, body } = await platform.call(name, { ...good, consent: 1 }, { envelope: { data } });
      expect([status, body]).toEqual([400, { success: false, firstCode: '10400', data: { fields } }]);
    }
    expect((await kept()).length).toBe(before);
  });

  it('accepts a message of 250 emoji, because each emoji counts as one character', async () => {
    expect((await send(await form({ message: '🙏'.repeat(250) }))).success).toBe(true);
  });
});
