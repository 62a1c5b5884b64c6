import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDocumentVault } from '../../../platform/identity/document-vault.ts';
import { resealDocuments } from '../../../platform/identity/reseal-documents.ts';
import { mostDocumentsPerDay } from '../../../platform/identity/service.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { newestOtp, readOutbox } from '../../helpers/outbox.ts';
import { authHeaders, startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { operatorEnv, startPlatformProcess } from '../../helpers/platform-process.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { type S3Server, s3Keys, startS3Server } from '../../helpers/s3-server.ts';
import {
  badDocuments,
  goodDocuments,
  sampleIdCard,
  samplePdf,
  samplePerson,
} from '../../helpers/sample-documents.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let s3: S3Server;
let platform: TestPlatform;
let admin: ReturnType<typeof operatorOf>;
let folder: string;
beforeAll(async () => {
  s3 = await startS3Server();
  platform = await startPlatform({
    now: new Date('2026-11-21T12:02:00Z'),
    catalogue: gamesOf('jaldi'),
    config: { documents: { kind: 's3', url: s3.url, ...s3Keys } },
  });
  admin = operatorOf(platform);
  folder = await mkdtemp(path.join(tmpdir(), 'golden-documents-'));
});
afterAll(async () => {
  await platform?.stop();
  await s3?.stop();
  await rm(folder, { recursive: true, force: true });
});

const encoded = (file: Buffer): string => file.toString('base64');
const idCard = encoded(sampleIdCard());

async function completePlayer(on = platform): Promise<TestPlayer> {
  const player = await createPlayer(on);
  const { body } = await player.call('accounts/updateUserDetails', samplePerson);
  expect(body.firstCode).toBe('10000');
  return player;
}

async function statusOf(player: TestPlayer) {
  const { body } = await player.call('accounts/getUserProfile', {});
  return body.success ? { status: body.data.kycStatus, reason: body.data.kycReason } : body;
}

const documentsOf = ({ accountId }: TestPlayer) =>
  queryDatabase<{ documentId: string; state: string; kind: string; sealedKey: string | null }>(
    platform.databaseUrl,
    `select document_id as "documentId", state, kind, sealed_key as "sealedKey" from identity_documents
     where account_id = $1 order by created_at, kind`,
    [accountId],
  );
const fileOf = (documentId: string): Buffer | undefined => s3.objects.get(`/documents/${documentId}`);

/** Runs the hourly tasks as if the given time had passed, and then sets the clock back. */
async function sweepAfter(ms: number): Promise<void> {
  const now = platform.clock.now();
  platform.clock.advance(ms);
  await platform.deps.housekeeping.run();
  platform.clock.set(now);
}

describe('accounts/requestVerification', () => {
  it.each(badDocuments)('rejects %s and stores nothing', async (_what, file, key) => {
    const player = await completePlayer();
    const { body } = await player.call('accounts/requestVerification', {
      identity: encoded(file),
      address: idCard,
    });
    expect(body).toMatchObject({ firstCode: '10400', data: { fields: { identity: key } } });
    expect(await statusOf(player)).toEqual({ status: 'none', reason: null });
    expect(await documentsOf(player)).toEqual([]);
  });

  it.each(goodDocuments)(
    'accepts %s, and an operator gets it with the right file extension',
    async (what, file, ending) => {
      const player = await completePlayer();
      const { body } = await player.call('accounts/requestVerification', { identity: encoded(file) });
      expect(body).toMatchObject({ data: { kycStatus: 'pending' } });
      const out = path.join(folder, what);
      expect(await admin('verifications', 'save', player.username, '--out', out)).toMatchObject({ err: '' });
      expect(await readdir(out)).toEqual([`1-identity.${ending}`]);
      expect(await readFile(path.join(out, `1-identity.${ending}`))).toEqual(file);
    },
  );

  it('returns 413 for a body that is too large for any valid documents', async () => {
    const response = await fetch(`${platform.url}/api/v1/accounts/requestVerification`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authHeaders },
      body: JSON.stringify({ ucid: testKeys.ucid, data: { identity: 'A'.repeat(30 * 1024 * 1024) } }),
    });
    expect(response.status).toBe(413);
  });

  it('starts only one check for two concurrent requests, and deletes the duplicate files', async () => {
    const player = await completePlayer();
    const request = () =>
      player.call('accounts/requestVerification', { identity: idCard, address: encoded(samplePdf()) });
    const answers = await Promise.all([request(), request()]);
    for (const { body } of answers) expect(body).toMatchObject({ data: { kycStatus: 'pending' } });
    const before = await documentsOf(player);
    expect(before.filter(({ state }) => state === 'stored')).toHaveLength(2);
    await sweepAfter(2 * hourMs);
    const after = await documentsOf(player);
    expect(after.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['address stored', 'identity stored']);
    const kept = new Set(after.map(({ documentId }) => documentId));
    for (const { documentId } of before) expect(fileOf(documentId) !== undefined).toBe(kept.has(documentId));
  });

  it('rejects more documents than a player may send in a day', async () => {
    const player = await completePlayer();
    const request = () =>
      player.call('accounts/requestVerification', { identity: idCard, identityBack: idCard });
    for (let sent = 0; sent < mostDocumentsPerDay; sent += 2) {
      expect((await request()).body.firstCode).toBe('10000');
      await admin('verifications', 'refuse', player.username, '--reason', 'It cannot be read.');
    }
    expect((await request()).body).toMatchObject({ data: { fields: { identity: 'document.too_many' } } });
    await queryDatabase(
      platform.databaseUrl,
      `update identity_documents set created_at = created_at - interval '1 day' where account_id = $1`,
      [player.accountId],
    );
    expect((await request()).body.firstCode).toBe('10000');
  });

  it('fails and starts no check if the document store fails', async () => {
    const wrong = await startPlatform({
      now: platform.clock.now(),
      beside: platform,
      catalogue: gamesOf('jaldi'),
      config: { documents: { kind: 's3', url: s3.url, ...s3Keys, secret: 'another-secret-0123' } },
    });
    try {
      const player = await completePlayer(wrong);
      const { body } = await player.call('accounts/requestVerification', { identity: idCard });
      expect(body).toEqual({ success: false, firstCode: '15500' });
      expect(await statusOf(player)).toEqual({ status: 'none', reason: null });
      expect(s3.rejected()).toBeGreaterThan(0);
      platform.clock.advance(2 * hourMs);
      wrong.clock.advance(2 * hourMs);
      await wrong.deps.housekeeping.run();
      expect(await documentsOf(player)).toMatchObject([{ state: 'removing' }]);
      await platform.deps.housekeeping.run();
      expect(await documentsOf(player)).toEqual([]);
    } finally {
      await wrong.stop();
    }
  });
});

describe('admin command `verifications`', () => {
  it('lists, shows, saves, refuses and approves a check, and the player sees the state and the reason', async () => {
    const player = await completePlayer();
    const { username } = player;
    await player.call('accounts/sendEmailOtp', {});
    await player.call('accounts/verifyEmailOtp', { otp: await newestOtp(platform, player.email) });
    expect((await admin('verifications', 'approve', username)).err).toContain('has not requested a check');
    await player.call('accounts/requestVerification', { identity: idCard, address: encoded(samplePdf()) });
    expect((await admin('verifications', 'list')).out).toMatch(
      new RegExp(`${username} {2}Asha Rao, born 1990-02-28, IN, 2 documents`),
    );
    const { out } = await admin('verifications', 'show', username);
    expect(out).toMatch(/document {3}address {2}application\/pdf[^]*document {3}identity {2}image\/png/);
    const saved = path.join(folder, 'saved');
    await admin('verifications', 'save', username, '--out', saved);
    expect((await stat(saved)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(saved, '1-address.pdf'))).mode & 0o777).toBe(0o600);
    expect(await readFile(path.join(saved, '2-identity.png'))).toEqual(sampleIdCard());
    expect((await admin('verifications', 'save', username, '--out', saved)).err).toContain('exists');

    expect((await admin('verifications', 'refuse', username)).err).toContain('--reason');
    await admin('verifications', 'refuse', username, '--reason', 'The picture is blurred.');
    expect(await statusOf(player)).toEqual({ status: 'refused', reason: 'The picture is blurred.' });
    await player.call('accounts/requestVerification', { identity: idCard });
    expect(await statusOf(player)).toEqual({ status: 'pending', reason: null });
    await admin('verifications', 'approve', username);
    expect(await statusOf(player)).toEqual({ status: 'approved', reason: null });
    const { body } = await player.call('notifications/list', {});
    const texts = body.success ? body.data.notifications.map(({ message }) => message).join(' ') : '';
    expect(texts).toContain('The picture is blurred.');
    expect(texts).toContain('Our staff checks your identity');
    const mails = async () =>
      (await readOutbox(platform, player.email)).map(({ template, text }) => [template, text]);
    await expect.poll(mails).toEqual(
      expect.arrayContaining([
        ['identity_pending', expect.stringContaining('We have received your documents')],
        ['identity_refused', expect.stringContaining('Reason: The picture is blurred.')],
        ['identity_approved', expect.anything()],
      ]),
    );
    const log = await admin('log', '--player', username);
    for (const act of ['save', 'refuse', 'approve']) expect(log.out).toContain(`verifications ${act}`);
  });

  it('reports that a player has sent no document, or that the file of a document is missing', async () => {
    const player = await completePlayer();
    expect(
      (await admin('verifications', 'save', player.username, '--out', path.join(folder, 'none'))).err,
    ).toContain('no document');
    await player.call('accounts/requestVerification', { identity: idCard });
    s3.objects.clear();
    const missing = path.join(folder, 'missing');
    expect((await admin('verifications', 'save', player.username, '--out', missing)).err).toContain(
      'is missing',
    );
    await expect(stat(missing)).rejects.toThrow('ENOENT');
  });
});

it('the platform starts with a warning if it cannot write documents', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  const config = { documents: { kind: 'folder' as const, folder: path.join(file, 'documents') } };
  const other = await startPlatform({
    now: platform.clock.now(),
    beside: platform,
    catalogue: gamesOf('jaldi'),
    config,
    logger,
  });
  await expect.poll(() => lines.join('')).toContain('the document store cannot be used');
  await other.stop();
});

describe('stored document', () => {
  it('is encrypted, and deleted after its retention time', async () => {
    const player = await completePlayer();
    await player.call('accounts/requestVerification', { identity: idCard });
    const [document] = await documentsOf(player);
    const file = fileOf(document?.documentId ?? '');
    expect(file?.length).toBe(sampleIdCard().length + 28);
    expect(file?.includes('IHDR')).toBe(false);
    await sweepAfter(400 * dayMs);
    expect(await documentsOf(player)).toEqual([document]);
    await admin('verifications', 'approve', player.username);
    await sweepAfter(89 * dayMs);
    expect(await documentsOf(player)).toEqual([document]);
    await sweepAfter(90 * dayMs);
    expect(await documentsOf(player)).toEqual([]);
    expect(fileOf(document?.documentId ?? '')).toBeUndefined();
    expect((await admin('verifications', 'show', player.username)).out).toMatch(
      /approved [^]*No document is stored/,
    );
  });

  it('appears in an export of the player’s data, and loses its key when the player is deleted', async () => {
    const player = await completePlayer();
    await player.call('accounts/requestVerification', { identity: idCard });
    const file = path.join(folder, 'export.json');
    await admin('players', 'export', player.username, '--out', file);
    const exported = z
      .object({ identityChecks: z.array(z.unknown()), identityDocuments: z.array(z.unknown()) })
      .parse(JSON.parse(await readFile(file, 'utf8')));
    expect(exported.identityChecks).toMatchObject([{ state: 'pending' }]);
    expect(exported.identityDocuments).toMatchObject([{ kind: 'identity', media_type: 'image/png' }]);
    const { code, err } = await admin('players', 'delete', player.username, '--reason', 'Their wish');
    expect([code, err]).toEqual([0, '']);
    const [document] = await documentsOf(player);
    expect(document).toMatchObject({ state: 'removing', sealedKey: null });
    await sweepAfter(2 * hourMs);
    expect(await documentsOf(player)).toEqual([]);
    expect(fileOf(document?.documentId ?? '')).toBeUndefined();
  });

  it('can be decrypted with a new DRAW_SEAL_KEY after `npm run reseal`', async () => {
    const player = await completePlayer();
    await player.call('accounts/requestVerification', { identity: idCard });
    const newKey = 'c0de'.repeat(16);
    const renewed = operatorOf(platform, { drawSealKeys: [newKey] });
    const save = (name: string) =>
      renewed('verifications', 'save', player.username, '--out', path.join(folder, name));
    expect((await save('before')).err).toContain('DRAW_SEAL_KEY does not open the key');
    const reseal = (...keys: string[]) => resealDocuments(platform.deps.db, createDocumentVault(keys));
    await expect(reseal(newKey)).rejects.toThrow('DRAW_SEAL_KEY does not open the key');
    await reseal(newKey, testKeys.drawSealKey);
    expect((await save('after')).code).toBe(0);
    expect(await readFile(path.join(folder, 'after', '1-identity.png'))).toEqual(sampleIdCard());
    await reseal(testKeys.drawSealKey, newKey);
  });

  it('leaves no file behind if the platform is killed between writing the file and the commit', async () => {
    // The separate process uses the real time and must accept the session, so the session is opened at the real time.
    platform.clock.set(new Date());
    const player = await completePlayer();
    const process = await startPlatformProcess({
      ...operatorEnv(platform.databaseUrl),
      DOCUMENTS_URL: s3.url,
      DOCUMENTS_KEY_ID: s3Keys.keyId,
      DOCUMENTS_SECRET: s3Keys.secret,
      DOCUMENTS_REGION: s3Keys.region,
      OUTBOX: '1',
    });
    await process.waitForOutput(/the platform is ready/);
    s3.setSilent(true);
    s3.objects.clear();
    const answer = fetch(`${process.url}/api/v1/accounts/requestVerification`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${player.token}`,
        ...authHeaders,
      },
      body: JSON.stringify({
        ucid: testKeys.ucid,
        channel: 2,
        device_type: 'DESKTOP',
        app_type: 'WEB',
        data: { identity: idCard },
      }),
    }).catch(() => null);
    await expect.poll(() => s3.objects.size, { timeout: 20_000 }).toBe(1);
    await process.signal('SIGKILL');
    expect(await answer).toBeNull();
    s3.setSilent(false);
    expect(await documentsOf(player)).toMatchObject([{ state: 'writing' }]);
    expect(await statusOf(player)).toMatchObject({ status: 'none' });
    await sweepAfter(2 * hourMs);
    expect(s3.objects.size).toBe(0);
    expect(await documentsOf(player)).toEqual([]);
    expect((await player.call('accounts/requestVerification', { identity: idCard })).body.firstCode).toBe(
      '10000',
    );
  });
});
