import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { queryDatabase } from '../../helpers/database.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { type S3Server, s3Keys, startS3Server } from '../../helpers/s3-server.ts';
import { sampleIdCard, samplePerson } from '../../helpers/sample-documents.ts';

export const hourMs = 3_600_000;

/** Returns a file as a call contains it. */
export const encoded = (file: Buffer): string => file.toString('base64');
export const idCard = encoded(sampleIdCard());

export interface DocumentStage {
  /** The store of the encrypted documents. */
  s3: S3Server;
  platform: TestPlatform;
  /** Runs an operator's command. */
  admin: ReturnType<typeof operatorOf>;
  /** A folder for the files that operators save. */
  folder: string;
}

/** Returns the state of a player’s identity check, and the reason of a refusal. */
export async function statusOf(player: TestPlayer) {
  const { body } = await player.call('accounts/getUserProfile', {});
  return body.success ? { status: body.data.kycStatus, reason: body.data.kycReason } : body;
}

/** Starts a platform that stores documents in a simulated S3 server, for all tests of a file. */
export function useDocumentStage() {
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

  return {
    stage: (): DocumentStage => ({ s3, platform, admin, folder }),
    /** Creates a player whose profile is complete enough for an identity check. */
    completePlayer: async (on = platform): Promise<TestPlayer> => {
      const player = await createPlayer(on);
      const { body } = await player.call('accounts/updateUserDetails', samplePerson);
      expect(body.firstCode).toBe('10000');
      return player;
    },
    documentsOf: ({ accountId }: TestPlayer) =>
      queryDatabase<{ documentId: string; state: string; kind: string; sealedKey: string | null }>(
        platform.databaseUrl,
        `select document_id as "documentId", state, kind, sealed_key as "sealedKey" from identity_documents
         where account_id = $1 order by created_at, kind`,
        [accountId],
      ),
    /** Returns a document as the server stores it. */
    fileOf: (documentId: string): Buffer | undefined => s3.objects.get(`/documents/${documentId}`),
    /** Runs the hourly tasks as if the given time had passed, and then sets the clock back. */
    sweepAfter: async (ms: number): Promise<void> => {
      const now = platform.clock.now();
      platform.clock.advance(ms);
      await platform.deps.housekeeping.run();
      platform.clock.set(now);
    },
  };
}
