import type { Logger } from 'pino';
import { type ClaimService, createClaimService } from './claims/service.ts';
import type { PlatformConfig } from './config/config.ts';
import { deriveKey } from './config/derive-key.ts';
import { type ContentLists, createContentLists } from './content/lists.ts';
import { type ContentService, createContentService } from './content/service.ts';
import type { Db } from './db/database.ts';
import type { GameDefinition } from './games/catalogue.ts';
import type { Messages } from './messages/service.ts';
import { createNotificationService, type NotificationService } from './notifications/service.ts';
import type { Otps } from './otp/service.ts';
import { createSearchService, type SearchService } from './search/service.ts';
import { createCaptcha } from './support/captcha.ts';
import { createSupportService, type SupportService } from './support/service.ts';

/** What the site shows and asks besides draws and money. */
export interface SiteServices {
  content: ContentService;
  contentLists: ContentLists;
  search: SearchService;
  notifications: NotificationService;
  claims: ClaimService;
  support: SupportService;
  /** What has to be forgotten each hour. */
  siteSweeps: Readonly<Record<string, () => Promise<void>>>;
}

export interface SiteServiceDeps {
  db: Db;
  clock: { now(): Date };
  logger: Logger;
  catalogue: readonly GameDefinition[];
  otps: Otps;
  messages: Messages;
}

/**
 * Texts, search, notifications, claims and support. Reads the texts and connects to nothing.
 * @throws ContentFault, one line that names file and field, where a text cannot be served
 */
export function createSiteServices(config: PlatformConfig, deps: SiteServiceDeps): SiteServices {
  const { db, clock, logger, catalogue, otps, messages } = deps;
  const { timeZone, supportEmail } = config;
  const content = createContentService({
    contentDir: config.contentDir,
    watch: config.watchContent,
    onFault: (error) => logger.error({ err: error }, 'a text cannot be served, the last good one stays'),
  });
  const { library } = content;
  const notifications = createNotificationService({ db, clock });
  const captcha = createCaptcha({ db, clock, key: deriveKey(config.drawSealKey, 'captcha') });
  return {
    content,
    contentLists: createContentLists({ library, catalogue }),
    search: createSearchService({ db, catalogue, library, clock, timeZone }),
    notifications,
    claims: createClaimService({ db, catalogue, otps, messages }),
    support: createSupportService({ db, clock, captcha, messages, supportEmail }),
    siteSweeps: {
      notifications: () => notifications.sweep(),
      captcha: () => captcha.sweep(),
    },
  };
}
