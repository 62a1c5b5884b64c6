import { describe, expect, it, vi } from 'vitest';
import type { Caller, Player } from '../../../../platform/http/caller.ts';
import { answerCall } from '../../../../platform/http/calls.ts';
import type { Call } from '../../../../shared/contract/call.ts';
import { calls } from '../../../../shared/contract/calls.ts';
import type { Failure } from '../../../../shared/contract/envelope.ts';
import { readInputBounds } from '../../../../shared/domain/input-bounds.ts';

const bounds = readInputBounds({ username_min: 5 });
const visitor: Caller = { player: null, tokenHash: null, addressKey: '', channel: 2, device: null };
const player: Player = {
  accountId: '0199aabb-0000-7000-8000-000000000000',
  username: 'asha42',
  currencyCode: 'INR',
  language: 'en',
  status: 'active',
};
const handler = () => vi.fn<() => Promise<unknown>>(async () => ({}));
const refusal = (answer: Partial<Failure>) =>
  expect.objectContaining({ answer: { success: false, ...answer } });
const wrong = (fields: Record<string, string>) => refusal({ firstCode: '10400', data: { fields } });

describe('answerCall', () => {
  it('throws Refusal 15107 when a visitor makes a call that requires a login', async () => {
    const handle = handler();
    const answer = answerCall(calls['accounts/logout'], handle, 'no object', visitor, bounds);
    await expect(answer).rejects.toEqual(refusal({ firstCode: '15107' }));
    expect(handle).not.toHaveBeenCalled();
  });

  it('passes the data, the player and the caller to the handler of a call that requires a login', async () => {
    const handle = handler();
    const caller = { ...visitor, player };
    await answerCall(calls['accounts/verifyEmailOtp'], handle, { otp: '482913' }, caller, bounds);
    expect(handle).toHaveBeenCalledExactlyOnceWith({ otp: '482913' }, player, caller);
  });

  it('passes the data and the caller to the handler of a public call', async () => {
    const handle = handler();
    const caller = { ...visitor, player };
    await answerCall(calls['common-search'], handle, { keyword: 'keno' }, caller, bounds);
    expect(handle).toHaveBeenCalledExactlyOnceWith({ keyword: 'keno' }, caller, caller);
  });

  it('throws Refusal 10400 and lists each field that the schema rejects', async () => {
    const handle = handler();
    const call: Call = calls['accounts/validateUserName'];
    await expect(answerCall(call, handle, { username: '1', more: 1 }, visitor, bounds)).rejects.toEqual(
      wrong({ username: 'enter_valid_username', more: 'field.unknown' }),
    );
    expect(handle).not.toHaveBeenCalled();
  });

  it('throws Refusal 10400 for a value outside the configured bounds', async () => {
    const handle = handler();
    const call = calls['accounts/validateUserName'];
    await expect(answerCall(call, handle, { username: 'asha' }, visitor, bounds)).rejects.toEqual(
      wrong({ username: 'username_length_validation' }),
    );
    expect(handle).not.toHaveBeenCalled();
    expect(await answerCall(call, handle, { username: 'asha4' }, visitor, bounds)).toEqual({});
  });
});
