import type { CallName, CallRequest } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Form } from '../../shared/forms/form.ts';
import type { MakeFormCall } from '../../shared/forms/submit-form.ts';
import { type CallOptions, callApi } from '../api/call-api.ts';
import { session } from '../stores/session.ts';
import { createCaptchaSolver } from './captcha.ts';
import { forgetRequest, requestKey } from './request-keys.ts';
import { sendFiles } from './send-files.ts';

async function post(
  name: CallName,
  data: CallRequest<CallName>,
  options?: CallOptions,
): ReturnType<MakeFormCall> {
  const result = await callApi(name, data, options);
  switch (result.kind) {
    case 'ok':
      return { success: true, firstCode: codes.ok, data: result.data };
    case 'wrong-fields':
      return { success: false, firstCode: codes.fieldWrong, data: { fields: { ...result.fields } } };
    case 'refused':
      return {
        success: false,
        firstCode: result.firstCode,
        ...(result.reason && { data: result.reason }),
      };
    case 'session-expired':
      return { success: false, firstCode: codes.sessionExpired };
    case 'technical':
      return { success: false, firstCode: codes.technicalIssue };
    // Only the kind "offline" is left: the call was not sent or received no answer.
    default:
      return { problem: { key: 'form.offline' } };
  }
}

/**
 * Whether the outcome of a call is known. After a lost response or a technical failure, it is unknown whether the
 * platform has carried out the call.
 */
function isAnswered(answer: Awaited<ReturnType<MakeFormCall>>): boolean {
  return !('problem' in answer) && answer.firstCode !== codes.technicalIssue;
}

/**
 * Whether the platform has rejected the idempotency key, because an earlier request used it with other data. The
 * response to that earlier request was lost.
 */
function isKeyRefused(answer: Awaited<ReturnType<MakeFormCall>>): boolean {
  return !('problem' in answer) && !answer.success && answer.data?.fields?.['idempotencyKey'] !== undefined;
}

/**
 * Maps rejected idempotency keys to new keys. The data of a form always contains the key with which the form was
 * loaded. `of` returns the key to send instead. `replace` creates a new key for a rejected one.
 */
function createReplacements() {
  const replacements = new Map<string, string>();
  return {
    of: (key: string): string => replacements.get(key) ?? key,
    replace: (key: string): void => void replacements.set(key, crypto.randomUUID()),
  };
}

async function getChallenge() {
  const result = await callApi('support/challenge', {});
  return result.kind === 'ok' ? result.data : null;
}

/**
 * Creates the function that returns the idempotency key of a signup. A signup with the same data as the previous one
 * has the same key, so that the platform repeats its answer if the first answer was lost.
 */
function createKeys() {
  let last = { data: '', key: '' };
  return (data: object): string => {
    const text = JSON.stringify(data);
    if (text !== last.data) last = { data: text, key: crypto.randomUUID() };
    return last.key;
  };
}

/**
 * Makes the call that checks a field after the player has left it. A failure opens no popup, because the player is
 * typing in the next field.
 */
export const checkQuietly: MakeFormCall = (name, data) => post(name, data, { isQuiet: true });

/**
 * Creates the function that makes a form's calls. If the form has files, the call sends them instead of the data. The
 * function adds a solved captcha or an idempotency key if the call needs one. If a form is only for players, its calls
 * are refused after another player has logged in.
 * @param onProgress receives the sent share of the files, from 0 to 1
 */
export function createFormCall({ fields, playersOnly }: Form, onProgress: (share: number) => void) {
  // Create no FormData here, because the server runs this code too. The first FormData in the server would load all of
  // Node's fetch (3 MB).
  let chosenFiles: FormData | null = null;
  const hasFiles = fields.some(({ control }) => control === 'file');
  const sentBefore = fields.find((field) => field.sentBefore !== undefined)?.sentBefore;
  const captcha = createCaptchaSolver(getChallenge);
  const keyOf = createKeys();
  const keyAfter = createReplacements();
  const makeCall: MakeFormCall = async (name, data) => {
    const { player } = session.getState();
    const bound = playersOnly && player ? { username: player.username } : {};
    if (hasFiles) {
      const files = (chosenFiles ??= new FormData());
      if (bound.username !== undefined) files.set('player', bound.username);
      return post(name, data, { send: (path) => sendFiles(path, files, onProgress) });
    }
    if ('idempotencyKey' in data && data.idempotencyKey) {
      const { idempotencyKey, ...others } = data;
      data.idempotencyKey = requestKey(name, others, keyAfter.of(idempotencyKey));
      const answer = await post(name, data, bound);
      if (isAnswered(answer)) forgetRequest(name);
      if (sentBefore === undefined || !isKeyRefused(answer)) return answer;
      keyAfter.replace(idempotencyKey);
      return { problem: { key: sentBefore } };
    }
    if ('ageconfirm' in data) data.idempotencyKey = keyOf(data);
    if (!('captcha' in data)) return post(name, data, bound);
    const solution = await captcha.take();
    if (solution === null) return { problem: { key: 'solve_captcha' } };
    data.captcha = solution;
    return post(name, data, bound);
  };
  return {
    makeCall,
    prepareCaptcha: captcha.prepare,
    /** Sets the files that the next call sends. */
    attach: (files: FormData): void => {
      chosenFiles = files;
    },
  };
}
