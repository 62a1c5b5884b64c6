import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { type CallName, type CallRequest, type CallResponse, calls } from '../shared/contract/calls.ts';
import { readAnswer } from './answers.ts';
import type { Platform, Reply, Token } from './platform.ts';

/**
 * Thrown if a prerequisite of a check is missing. The check then cannot run, but the call is not reported as failed.
 */
export class Untested extends Error {
  override name = 'Untested';
}

export interface Player {
  token: string;
  username: string;
  password: string;
  email: string;
  /** An Indian number, because any ten digits that start with 6 to 9 are a valid mobile number in India. */
  mobile: { country_code: '+91'; mobile_no: string };
}

export interface Run {
  platform: Platform;
  /** Receipt number of a ticket in a closed draw. Null if the option --receipt was not set. */
  receipt: string | null;
  /** Makes a call that a check depends on. @throws Untested if the call fails */
  need<N extends CallName>(name: N, data: CallRequest<N>, token?: Token): Promise<CallResponse<N>>;
  ask<N extends CallName>(name: N, data: CallRequest<N>, token?: Token): Promise<Reply>;
  /** Returns the newest one-time password for an address or number. @throws Untested if the outbox contains none */
  otp(to: string): Promise<string>;
  /**
   * Returns the token in the link of the newest message to an address.
   * @throws Untested if the platform has no outbox, or if this message has no link
   */
  linkToken(to: string): Promise<string>;
}

const Outbox = z.object({
  messages: z.array(z.object({ otp: z.string().nullable(), text: z.string().optional() })),
});

export const freshName = (): string => `conf${randomBytes(5).toString('hex')}`;
export const freshMobile = (): Player['mobile'] => ({
  country_code: '+91',
  mobile_no: `9${String(randomInt(1_000_000_000)).padStart(9, '0')}`,
});
/** Returns a random password with characters of every required class. */
export const freshPassword = (): string => `Q${randomBytes(8).toString('hex')}-z7`;
export const freshKey = (): string => randomBytes(12).toString('hex');

/** Returns data for a short signup form (spec §3), with e-mail address and mobile. */
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
 * Wraps `make`, so that a run calls it only once. Later calls return the first result, or throw the first error again.
 */
export function oncePerRun<T>(make: (run: Run) => Promise<T>): (run: Run) => Promise<T> {
  const results = new WeakMap<Run, Promise<T>>();
  return (run) => {
    const result = results.get(run) ?? make(run);
    results.set(run, result);
    return result;
  };
}

export async function signUp(run: Run): Promise<Player> {
  const form = signupForm();
  const { userData } = await run.need('accounts/signup', form);
  const { username, password, email_address: email, country_code, mobile_no } = form;
  return { token: userData.authToken, username, password, email, mobile: { country_code, mobile_no } };
}
/** Returns the player whose session most checks use. */
export const mainPlayer = oncePerRun(signUp);

/**
 * Creates a player with a verified e-mail address.
 * @throws Untested if the platform has no outbox
 */
export async function signUpVerified(run: Run): Promise<Player> {
  const player = await signUp(run);
  await run.need('accounts/sendEmailOtp', {}, player.token);
  await run.need('accounts/verifyEmailOtp', { otp: await run.otp(player.email) }, player.token);
  return player;
}
/** Returns the player for calls that need a verified contact. */
export const verifiedPlayer = oncePerRun(signUpVerified);

/** Returns the messages to an address or number, newest first. @throws Untested if the platform has no outbox */
async function messagesTo(platform: Platform, to: string) {
  const { status, body } = await platform.get(`/outbox?to=${encodeURIComponent(to)}`);
  const outbox = status === 200 ? Outbox.safeParse(body) : null;
  if (!outbox?.success) throw new Untested('needs a sent message, and the platform has no outbox');
  return outbox.data.messages;
}

export function createRun(platform: Platform, receipt: string | null): Run {
  return {
    platform,
    receipt,
    async need(name, data, token = null) {
      const answer = readAnswer(await platform.call(name, data, token));
      if (answer.kind === 'failure')
        throw new Untested(`needs ${name}, which was rejected with ${answer.code}`);
      if (answer.kind === 'broken') throw new Untested(`needs ${name}, which ${answer.problems.join(', ')}`);
      return answerData(name, answer.data);
    },
    ask: (name, data, token = null) => platform.call(name, data, token),
    async otp(to) {
      const otp = (await messagesTo(platform, to)).find((message) => message.otp !== null)?.otp;
      if (!otp) throw new Untested('needs a one-time password, and none is in the outbox');
      return otp;
    },
    async linkToken(to) {
      const [newest] = await messagesTo(platform, to);
      const token = /[?&]token=([\w-]+)/.exec(newest?.text ?? '')?.[1];
      if (!token) throw new Untested('needs a message with a link, and none is in the outbox');
      return token;
    },
  };
}

/**
 * Parses the data of an answer.
 * @throws Untested if the data does not match the contract
 */
export function answerData<N extends CallName>(name: N, data: unknown): CallResponse<N>;
export function answerData(name: CallName, data: unknown): unknown {
  const parsed = calls[name].response.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new Untested(`needs ${name}, whose answer does not match the contract`);
}
