import type { Logger } from 'pino';
import type { PlatformConfig } from './config/config.ts';
import { type DerivedKeys, deriveKeys, type KeyPurpose } from './config/derive-key.ts';
import { createDatabase, type Database, type Db } from './db/database.ts';
import { createEmbeddedCluster, type EmbeddedCluster } from './db/embedded.ts';
import { type DrawSizes, usualSizes } from './draws/chunk-store.ts';
import { createSeedVault, type SeedVault } from './draws/seed-vault.ts';
import { catalogue as allGames, type GameDefinition } from './games/catalogue.ts';
import { type Cursors, createCursors } from './http/cursors.ts';
import { createLogger } from './logger.ts';

/** The dependencies that all parts of the platform share. */
export interface Foundation {
  config: PlatformConfig;
  logger: Logger;
  clock: { now(): Date };
  catalogue: readonly GameDefinition[];
  timeZone: string;
  cluster: EmbeddedCluster | null;
  database: Database;
  db: Db;
  vault: SeedVault;
  cursors: Cursors;
  drawSizes: DrawSizes;
  keysFor: (purpose: KeyPurpose) => DerivedKeys;
}

export type FoundationOverrides = Partial<
  Pick<Foundation, 'logger' | 'clock' | 'catalogue' | 'cluster' | 'database' | 'drawSizes'>
>;

export function createFoundation(config: PlatformConfig, overrides: FoundationOverrides): Foundation {
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const { database: place } = config;
  const cluster =
    overrides.cluster ?? (place.kind === 'embedded' ? createEmbeddedCluster(place.dataDir) : null);
  const url = place.kind === 'external' ? place.url : '';
  const database =
    overrides.database ??
    createDatabase(
      () => cluster?.connection() ?? { connectionString: url },
      (error) => logger.warn({ err: error }, 'idle database connection lost'),
    );
  const keysFor: Foundation['keysFor'] = (purpose) => deriveKeys(config.drawSealKeys, purpose);
  return {
    config,
    logger,
    clock: overrides.clock ?? { now: () => new Date() },
    catalogue: overrides.catalogue ?? allGames,
    timeZone: config.timeZone,
    cluster,
    database,
    db: database.db,
    drawSizes: overrides.drawSizes ?? usualSizes,
    vault: createSeedVault(config.drawSealKeys),
    cursors: createCursors(keysFor('cursors')),
    keysFor,
  };
}
