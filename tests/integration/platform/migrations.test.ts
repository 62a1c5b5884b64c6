import { afterEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../platform/db/database.ts';
import { runMigrations } from '../../../platform/db/migrate.ts';
import { createHistory } from '../../../platform/draws/history.ts';
import { createSeedVault } from '../../../platform/draws/seed-vault.ts';
import { createTestDatabase, queryDatabase, type TestDatabase } from '../../helpers/database.ts';
import { testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

const databases: Database[] = [];
let own: TestDatabase;
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
  await own.drop();
});

const several = (count: number): Database[] =>
  Array.from({ length: count }, () => {
    const database = createDatabase(
      () => ({ connectionString: own.url }),
      () => undefined,
    );
    databases.push(database);
    return database;
  });

describe('concurrent start of several platform processes', () => {
  it('migrates an empty database only once', async () => {
    own = await createTestDatabase();
    await Promise.all(several(3).map((database) => runMigrations(database)));
    const applied = await queryDatabase<{ hash: string }>(
      own.url,
      'select hash from drizzle.__drizzle_migrations',
    );
    expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
    expect(await queryDatabase(own.url, 'select * from draws')).toEqual([]);
  });

  it('generates the draw history only once', async () => {
    own = await createTestDatabase();
    const [first, ...others] = several(3);
    if (!first) throw new Error('no database');
    await runMigrations(first);
    const deps = {
      catalogue: gamesOf('keno'),
      vault: createSeedVault([testKeys.drawSealKey]),
      timeZone: 'Asia/Kolkata',
    };
    const now = new Date('2026-11-21T12:02:00Z');
    const made = await Promise.all(
      [first, ...others].map((database) => createHistory({ ...deps, database }, now, 2)),
    );
    expect(made.toSorted((a, b) => a - b)).toEqual([0, 0, 48]);
  });

  it('leaves no data behind if the generation of the draw history fails', async () => {
    own = await createTestDatabase();
    const [database] = several(1);
    if (!database) throw new Error('no database');
    await runMigrations(database);
    const [keno, daily] = gamesOf('keno', 'daily');
    if (!keno || !daily) throw new Error('no game');
    // The draws of the second game cannot be stored, because the game's ticket price is not a whole number.
    const catalogue = [keno, { ...daily, ticketPriceMinor: 1.5 }];
    const deps = {
      catalogue,
      vault: createSeedVault([testKeys.drawSealKey]),
      timeZone: 'Asia/Kolkata',
      database,
    };
    await expect(createHistory(deps, new Date('2026-11-21T12:02:00Z'), 2)).rejects.toThrow('Failed query');
    expect(await queryDatabase(own.url, 'select draw_id from draws')).toEqual([]);
  });
});
