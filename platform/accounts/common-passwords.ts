import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * Matches the characters before the first letter and after the last letter of a password. To satisfy the password rule,
 * many people add such characters to a common word.
 */
const edges = /^[^a-z]+|[^a-z]+$/g;
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function undisguised(word: string): string {
  return word.replace(/[013457@$!]/g, (sign) => disguises[sign] ?? sign);
}

/** Words shorter than this are ignored, because a long password may contain them by chance. */
const shortestWord = 6;
const shortestName = 3;

let known: ReadonlySet<string> | undefined;

function common(): ReadonlySet<string> {
  return (known ??= new Set(dictionary['passwords-common']));
}

/**
 * Returns whether a password is common, so that attackers would try it first. The check ignores upper and lower case.
 * It also ignores digits and signs before and after a common word. It recognises a word in which digits or signs
 * replace letters, such as `P@ssw0rd1!`.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  if (common().has(lower) || common().has(undisguised(lower))) return true;
  const bare = lower.replace(edges, '');
  const words = [bare, undisguised(bare), undisguised(lower).replace(edges, '')];
  return words.some((word) => word.length >= shortestWord && common().has(word));
}

/** Returns whether a password contains the username, or the part of the mail address before the at sign. */
export function containsOwnName(
  password: string,
  { username, email }: { username: string; email?: string | null | undefined },
): boolean {
  const lower = password.toLowerCase();
  return [username, email?.split('@')[0] ?? '']
    .map((name) => name.toLowerCase())
    .some((name) => name.length >= shortestName && lower.includes(name));
}
