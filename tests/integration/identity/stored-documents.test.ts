import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createDocumentVault } from '../../../platform/identity/document-vault.ts';
import { resealDocuments } from '../../../platform/identity/reseal-documents.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { authHeaders, startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { operatorEnv, startPlatformProcess } from '../../helpers/platform-process.ts';
import { type S3Server, s3Keys } from '../../helpers/s3-server.ts';
import { sampleIdCard } from '../../helpers/sample-documents.ts';
import { type DocumentStage, hourMs, idCard, statusOf, useDocumentStage } from './document-stage.ts';

const { stage, completePlayer, documentsOf, fileOf, sweepAfter } = useDocumentStage();
let s3: S3Server;
let platform: TestPlatform;
let admin: DocumentStage['admin'];
let folder: string;
beforeAll(() => {
  ({ s3, platform, admin, folder } = stage());
});

const dayMs = 24 * hourMs;

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
