import { z } from 'zod';
import { apiPrefix, platformApiVersion } from '../../shared/contract/api-paths.ts';
import type { Settings } from '../../shared/public-settings.ts';
import { BootConfig, type SiteConfig, SiteSetup } from './site-config.ts';

// This schema is not strict, so it drops every key that it does not declare.
const PublicBoot = z.object(
  BootConfig.pick({
    siteName: true,
    cmsVersion: true,
    customerCode: true,
    timeZone: true,
    defaultLanguage: true,
    languages: true,
    defaultCurrency: true,
    currencyFormat: true,
    resultTypes: true,
    goldenJaldiPrice: true,
    casinoCoinTypes: true,
    paymentProviderId: true,
    walletBalances: true,
    phoneCodes: true,
    runtimePages: true,
    staticPages: true,
    inputsMaxLength: true,
    pagination: true,
  }).shape,
);
const PublicSetup = z.object(
  SiteSetup.pick({
    maintenance: true,
    sales: true,
    scheduleDemo: true,
    googleTranslator: true,
    multiCurrency: true,
    pattern: true,
    walletSetup: true,
    themes: true,
    layouts: true,
    menus: true,
  }).shape,
);

/**
 * Returns the part of the configuration that any browser may read. The schemas of this module are allow-lists, so a new
 * key remains private until a schema names it.
 */
export function publicConfig({ boot, setup }: SiteConfig) {
  const published = {
    boot: {
      ...PublicBoot.parse(boot),
      inputs_max_length: boot.inputsMaxLength,
      // `apiPath` and `apiVersion` are constants, not configuration. They are included for scripts of the content host.
      apiPath: apiPrefix,
      apiVersion: platformApiVersion,
    },
    setup: PublicSetup.parse(setup),
  };
  // `satisfies` checks that the published configuration has the fields on which the site's own scripts rely.
  return published satisfies Settings;
}
