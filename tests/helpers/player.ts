import { randomBytes } from 'node:crypto';
import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import type { TestPlatform } from './platform.ts';

export interface TestPlayer {
  token: string;
  accountId: string;
  username: string;
  password: string;
  email: string;
  /** Makes a call with the player's session token. */
  call<N extends CallName>(
    name: N,
    data: CallRequest<N>,
  ): Promise<{ status: number; body: Answer<CallResponse<N>> }>;
}

/** A password that follows all rules and is on no list of known passwords. */
export const testPassword = 'Kite-river-42';

export const freshName = (): string => `p${randomBytes(6).toString('hex')}`;

type Signup = CallRequest<'accounts/signup'>;

/** Returns the data of a short signup form. */
export const shortForm = (change: Partial<Signup> = {}): Signup => {
  const username = change.username ?? freshName();
  return {
    type: 2,
    username,
    password: testPassword,
    email_address: `${username}@mail.example`.toLowerCase(),
    currency: 'INR',
    ageconfirm: 1,
    agree: 1,
    ...change,
  };
};

/**
 * Creates a player by a real signup.
 * @param change fields that replace those of the short form
 */
export const createPlayer = async (
  platform: TestPlatform,
  change: Partial<Signup> = {},
): Promise<TestPlayer> => {
  const form = shortForm(change);
  const { body } = await platform.call('accounts/signup', form);
  if (!body.success) throw new Error(`signup was refused: ${JSON.stringify(body)}`);
  const token = body.data.userData.authToken;
  const { player } = await platform.deps.sessions.authenticate(`Bearer ${token}`);
  if (!player) throw new Error('signup opened no session');
  return {
    token,
    accountId: player.accountId,
    username: form.username,
    password: form.password,
    email: form.email_address ?? '',
    call: (name, data) => platform.call(name, data, { headers: { authorization: `Bearer ${token}` } }),
  };
};
