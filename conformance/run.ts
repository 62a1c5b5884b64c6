import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { type CallName, type CallRequest, type CallResponse, calls } from '../shared/contract/calls.ts';
import { readAnswer } from './answers.ts';
import type { Platform, Reply, Token } from './platform.ts';

/** Something that a test needs is not there, and that is no fault of the call under test. */
export class Untested extends Error {
  override name = 'Untested';
}

export interface Player {
  token: string;
  username: string;
  password: string;
  email: string;
  /** In India, where every number of ten digits from 6 on is one. */
  mobile: { country_code: '+91'; mobile_no: string };
}

/** A platform in the middle of a run: who has signed up so far, and what they hold. */
export interface Run {
  platform: Platform;
  /** A call that something else needs. @throws Untested where it is refused */
  need<N extends CallName>(name: N, data: CallRequest<N>, token?: Token): Promise<CallResponse<N>>;
  ask<N extends CallName>(name: N, data: CallRequest<N>, token?: Token): Promise<Reply>;
  /** The newest code that went to an address or a number. @throws Untested without an outbox */
  otp(to: string): Promise<string>;
}

const Outbox = z.object({ messages: z.array(z.object({ otp: z.string().nullable() })) });

export const freshName = (): string => `conf${randomBytes(5).toString('hex')}`;
export const freshMobile = (): Player['mobile'] => ({
  country_code: '+91',
  mobile_no: `9${String(randomInt(1_000_000_000)).padStart(9, '0')}`,
});
/** Of this run alone, with something of every kind. */
export const freshPassword = (): string => `Q${randomBytes(8).toString('hex')}-z7`;
export const freshKey = (): string => randomBytes(12).toString('hex');

/** What the short signup form sends (spec §3), with both ways to reach the player. */
export const signupForm = () => {
  const username = freshName();
  return {
    type: 2,
    username,
    password: freshPassword(),
    email_address: `${username}@conformance.example`,
    ...freshMobile(),
    currency: 'INR',
    ageconfirm: 1,
    agree: 1,
  } as const satisfies CallRequest<'accounts/signup'>;
};

/**
 * Makes something once in a run: what it gives is a function that answers the same from then on, also where it could
 * not be made.
 */
export function remembered<T>(make: (run: Run) => Promise<T>): (run: Run) => Promise<T> {
  const made = new WeakMap<Run, Promise<T>>();
  return (run) => {
    const known = made.get(run) ?? make(run);
    made.set(run, known);
    return known;
  };
}

/** Somebody whom nobody knows yet. */
export async function signUp(run: Run): Promise<Player> {
  const form = signupForm();
  const { userData } = await run.need('accounts/signup', form);
  const { username, password, email_address: email, country_code, mobile_no } = form;
  return { token: userData.authToken, username, password, email, mobile: { country_code, mobile_no } };
}
/** The player whom most calls are made with. */
export const mainPlayer = remembered(signUp);

/** Somebody whose mail address is verified. @throws Untested without an outbox */
export const verifiedPlayer = remembered(async (run): Promise<Player> => {
  const player = await signUp(run);
  await run.need('accounts/sendEmailOtp', {}, player.token);
  await run.need('accounts/verifyEmailOtp', { otp: await run.otp(player.email) }, player.token);
  return player;
});

export function createRun(platform: Platform): Run {
  return {
    platform,
    async need(name, data, token = null) {
      const answer = readAnswer(await platform.call(name, data, token));
      if (answer.kind === 'no') throw new Untested(`needs ${name}, which was refused with ${answer.code}`);
      if (answer.kind === 'broken') throw new Untested(`needs ${name}, which ${answer.problems.join(', ')}`);
      return dataOf(name, answer.data);
    },
    ask: (name, data, token = null) => platform.call(name, data, token),
    async otp(to) {
      const { status, body } = await platform.get(`/outbox?to=${encodeURIComponent(to)}`);
      const outbox = status === 200 ? Outbox.safeParse(body) : null;
      if (!outbox?.success)
        throw new Untested('needs a one-time password, and the platform has no outbox to read it in');
      const otp = outbox.data.messages.find((message) => message.otp !== null)?.otp;
      if (!otp) throw new Untested('needs a one-time password, and none came into the outbox');
      return otp;
    },
  };
}

/** An answer's data as the contract types it. @throws Untested where it is something else */
export function dataOf<N extends CallName>(name: N, data: unknown): CallResponse<N>;
export function dataOf(name: CallName, data: unknown): unknown {
  const parsed = calls[name].response.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new Untested(`needs ${name}, whose answer is not as agreed`);
}
