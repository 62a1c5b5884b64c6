import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { signedHeaders } from '../../../conformance/platform.ts';
import { createCredentials } from '../../../platform/http/credentials.ts';
import { statusOf } from '../../../platform/http/failures.ts';
import { Environment } from '../../../server/config/env.ts';
import { platformHeaders } from '../../../server/upstream/platform-headers.ts';
import { type Call, calls } from '../../../shared/contract/calls.ts';
import { codeMeanings } from '../../../shared/contract/code-meanings.ts';
import { codes } from '../../../shared/contract/codes.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/platform-api.md'), 'utf8');
const section = (heading: string): string => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
const rowsOf = (part: string): string[][] =>
  part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

it('says of every code what it means, and with which status it comes', () => {
  const wanted = Object.values(codes).map((code) => [code, String(statusOf(code)), codeMeanings[code]]);
  expect(rowsOf(section('Codes'))).toEqual(wanted);
});

it('says of every call who may make it, how often, and what it can answer', () => {
  const all: [string, Call][] = Object.entries(calls);
  const wanted = all.map(([name, { read, who, rate, codes: own }]) => [
    `\`${name}\``,
    read ? 'read' : who,
    rate,
    own.toSorted().join(' '),
  ]);
  expect(rowsOf(section('Every call'))).toEqual(wanted);
});

it('names variables that the site reads, and calls that there are', () => {
  const variables = [...section('Connect').matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => name);
  expect(variables.length).toBeGreaterThan(5);
  expect(variables.filter((name) => !Object.hasOwn(Environment.shape, name))).toEqual([]);
  const named = [...text.matchAll(/`([a-z]+\/[A-Za-z/]+)`/g)].map(([, name = '']) => name);
  const others = ['config/locale/en/forms.json', 'shared/contract/wallet.ts', 'platform/content/README.md'];
  expect(
    named.filter((name) => !Object.hasOwn(calls, name) && !others.some((file) => file.startsWith(name))),
  ).toEqual([]);
});

it('shows a signature that the site would make, and the platform takes', () => {
  const example = Object.fromEntries(
    [...section('Who asks').matchAll(/^([\w-]+) {2,}(\S+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const { PLATFORM_API_KEY: apiKey = '', PLATFORM_HASH: hash = '', path: at = '', body = '' } = example;
  const { 'x-timestamp': timestamp, 'x-signature': signature } = example;
  const keys = { apiKey, hash, signing: 'hmac' } as const;
  const nowMs = Number(timestamp);
  const headers = { 'x-api-key': apiKey, 'x-hash': hash, 'x-timestamp': timestamp, 'x-signature': signature };
  expect(platformHeaders(keys, at, body, nowMs)).toEqual(headers);
  expect(signedHeaders(keys, at, body, nowMs)).toEqual(headers);
  const credentials = createCredentials(keys);
  expect(credentials.areKeys(headers)).toBe(true);
  expect(credentials.isSigned(headers, at, Buffer.from(body), nowMs)).toBe(true);
  expect(credentials.isSigned(headers, at, Buffer.from(`${body} `), nowMs)).toBe(false);
});
