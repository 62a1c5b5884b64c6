import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { mostDocumentsPerDay } from '../../../platform/identity/service.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { newestOtp, readOutbox } from '../../helpers/outbox.ts';
import { authHeaders, startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { type S3Server, s3Keys } from '../../helpers/s3-server.ts';
import { badDocuments, goodDocuments, sampleIdCard, samplePdf } from '../../helpers/sample-documents.ts';
import { type DocumentStage, encoded, hourMs, idCard, statusOf, useDocumentStage } from './document-stage.ts';

const { stage, completePlayer, documentsOf, fileOf, sweepAfter } = useDocumentStage();
let s3: S3Server;
let platform: TestPlatform;
let admin: DocumentStage['admin'];
let folder: string;
beforeAll(() => {
  ({ s3, platform, admin, folder } = stage());
});

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
