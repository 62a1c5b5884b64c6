import type { CallName } from '../../shared/contract/calls.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import type { CaptchaChallenge } from '../../shared/contract/support.ts';
import type { MakeFormCall } from '../../shared/forms/submit-form.ts';
import { createCaptcha } from './captcha.ts';

const offline = { problem: { key: 'network_error' } };

async function post(name: CallName, data: object): ReturnType<MakeFormCall> {
  try {
    const answered = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    const answer: Answer<unknown> = await answered.json();
    return answer;
  } catch {
    return offline;
  }
}

const isChallenge = (data: unknown): data is { challenge: CaptchaChallenge; expiresInSeconds: number } =>
  typeof data === 'object' && data !== null && 'challenge' in data;

async function getChallenge() {
  const answer = await post('support/challenge', {});
  return !('problem' in answer) && answer.success && isChallenge(answer.data) ? answer.data : null;
}

/** Makes the calls of one form, with a solved captcha where the call has one. */
export function createFormCall() {
  const captcha = createCaptcha(getChallenge);
  const makeCall: MakeFormCall = async (name, data) => {
    if (!('captcha' in data)) return post(name, data);
    const solution = await captcha.take();
    return solution === null
      ? { problem: { key: 'solve_captcha' } }
      : post(name, { ...data, captcha: solution });
  };
  return { makeCall, prepareCaptcha: captcha.prepare };
}
