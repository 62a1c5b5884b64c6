import { type ClaimService, createClaimService } from './claims/service.ts';
import { type ContentLists, createContentLists } from './content/lists.ts';
import { type ContentService, createContentService } from './content/service.ts';
import type { Foundation } from './foundation.ts';
import type { Messages } from './messages/service.ts';
import { createNotificationService, type NotificationService } from './notifications/service.ts';
import type { Otps } from './otp/service.ts';
import { documentsOf } from './search/documents.ts';
import { createSearchService, type SearchService } from './search/service.ts';
import { type Captcha, createCaptcha } from './support/captcha.ts';
import { createSupportService, type SupportService } from './support/service.ts';

/** The services for texts, search, notifications, prize claims and messages to support. */
export interface SiteParts {
  content: ContentService;
  contentLists: ContentLists;
  search: SearchService;
  notifications: NotificationService;
  claims: ClaimService;
  support: SupportService;
}

export interface SiteOverrides {
  /** A content service that several platforms in one process can share, so that the texts are read only once. */
  content?: ContentService;
  documentsOf?: typeof documentsOf;
}

export function createSiteParts(
  foundation: Foundation,
  { otps, messages }: { otps: Otps; messages: Messages },
  overrides: SiteOverrides,
): SiteParts & { captcha: Captcha } {
  const { config, logger, keysFor } = foundation;
  const content =
    overrides.content ??
    createContentService({
      contentDir: config.contentDir,
      watch: config.watchContent,
      onFault: (error) => logger.error({ err: error }, 'text is invalid, serving its last valid version'),
    });
  const captcha = createCaptcha({ ...foundation, keys: keysFor('captcha') });
  return {
    content,
    contentLists: createContentLists({ ...foundation, library: content.library }),
    search: createSearchService({
      ...foundation,
      library: content.library,
      documentsOf: overrides.documentsOf ?? documentsOf,
    }),
    notifications: createNotificationService(foundation),
    claims: createClaimService({ ...foundation, otps, messages }),
    support: createSupportService({ ...foundation, captcha, messages, supportEmail: config.supportEmail }),
    captcha,
  };
}
