import { z } from 'zod';
import { type InputBounds, InputBoundsError, readInputBounds } from '../../shared/domain/input-bounds.ts';
import { privateAreas } from '../../shared/resources.ts';
import { readConfigFile, SiteConfigError } from './config-file.ts';
import { type Locale, readLocale } from './locale.ts';

const Name = z.string().regex(/^[a-z0-9-]{1,64}$/);

export interface MenuItem {
  title: string;
  labelKey?: string | undefined;
  /** A path of this site, an https address, or "Menu" for an item that only opens a submenu. */
  url: string;
  /** Name of a picture, for scripts of the content host. */
  icon?: string | undefined;
  children?: MenuItem[] | undefined;
}
const MenuItem: z.ZodType<MenuItem> = z.lazy(() =>
  z.strictObject({
    title: z.string().min(1),
    labelKey: z.string().optional(),
    url: z
      .string()
      .regex(/^(?:Menu|#|\/(?!\/)[^\s]*|https:\/\/[^\s]+)$/, 'must be a path, an https address or Menu'),
    icon: z.string().optional(),
    children: z.array(MenuItem).optional(),
  }),
);

/**
 * The default number of days that a results widget offers. The newest day comes first (spec §9, "widget date count").
 */
const widgetDays = 10;

const named = { title: z.string().min(1), labelKey: z.string().optional() };
const Widget = z.discriminatedUnion('kind', [
  /** A widget with the results of one day, either of one game or of all games. */
  z.strictObject({
    ...named,
    kind: z.literal('results'),
    gameId: z.string().optional(),
    days: z.int().min(1).max(31).default(widgetDays),
  }),
  /** A widget with the next draw of each game. */
  z.strictObject({ ...named, kind: z.literal('upcoming') }),
]);
export type Widget = z.infer<typeof Widget>;

const GroupRule = z.strictObject({ default: Name, list: Name });

/**
 * The path of a CMS file, without host and query. The path is sent in the Content-Security-Policy header, so it must
 * not contain characters that separate entries there.
 */
const CmsFile = z.string().regex(/^\/(?!\/)[\w./-]+$/, 'must be a path on the host');

function inputBounds(configured: Record<string, unknown>, context: z.RefinementCtx): InputBounds {
  try {
    return readInputBounds(configured);
  } catch (error) {
    if (!(error instanceof InputBoundsError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
}

/** Renames the key `inputs_max_length`, the name in the product spec (§3), to `inputsMaxLength`. */
function renameInputBounds(boot: unknown): unknown {
  if (
    typeof boot !== 'object' ||
    boot === null ||
    !('inputs_max_length' in boot) ||
    'inputsMaxLength' in boot
  )
    return boot;
  const { inputs_max_length: inputsMaxLength, ...others } = boot;
  return { ...others, inputsMaxLength };
}

export const BootConfig = z.strictObject({
  /** The site's name, for scripts of the content host. Pages use the text `site.name` of the locale files instead. */
  siteName: z.string().min(1),
  /** First path segment of versioned configuration files: `/{cmsVersion}/config/countries.json` (spec §7). */
  cmsVersion: Name,
  /** Customer code, sent as `ucid` with every call unless PLATFORM_UCID names another one. */
  customerCode: z.string().min(1).max(64),
  timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone such as Asia/Kolkata'),
  defaultLanguage: z.string(),
  languages: z
    .array(
      z.strictObject({
        code: z.string().regex(/^[a-z]{2,3}$/),
        name: z.string(),
        /** BCP 47 tag, for numbers and dates. */
        locale: z
          .string()
          .refine((tag) => Intl.NumberFormat.supportedLocalesOf(tag).length > 0, 'is not a locale'),
        /** Name of a picture, for scripts of the content host. */
        icon: z.string(),
        /** True only for `defaultLanguage`. */
        isDefault: z.boolean(),
      }),
    )
    .min(1),
  defaultCurrency: z.string().length(3),
  /**
   * Options of Intl.NumberFormat for amounts. The language decides how digits are grouped and where the currency symbol
   * is placed.
   */
  currencyFormat: z.strictObject({
    style: z.literal('currency'),
    currencyDisplay: z.enum(['symbol', 'narrowSymbol', 'code', 'name']),
  }),
  /** For each of the seven card designs, the id of the game that uses the design. */
  resultTypes: z.record(z.enum(['1', '2', '3', '4', '5', '6', '7']), z.string()),
  /** Price in minor units, for scripts of the content host. The site shows the price that the platform states. */
  goldenJaldiPrice: z.int().positive(),
  /** The payment method that `/deposit` offers first. */
  paymentProviderId: z.string(),
  /** Coin types for casino pages of the content host. This site has no casino. */
  casinoCoinTypes: z.array(z.string()),
  /** The balances that a wallet shows, in this order. */
  walletBalances: z.array(
    z.enum(['real', 'loyalty', 'withdraw', 'bonus', 'lockedBonus', 'total', 'exchange']),
  ),
  /** Telephone country codes that lists of countries show first. */
  phoneCodes: z.array(z.string().regex(/^\+\d{1,6}$/)),
  runtimePages: z.strictObject({ games: GroupRule, blogs: GroupRule, promotions: GroupRule }),
  staticPages: z.array(z.strictObject({ name: Name, title: z.string(), static: z.boolean() })),
  /** Languages into which the translation widget can translate the site (`googleTranslator`). */
  translatorLanguages: z.array(
    z.strictObject({ code: z.string().regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/), name: z.string() }),
  ),
  /**
   * The CMS's own styles and scripts for public pages. All are on one host. This host may differ from the host of the
   * CMS's API.
   */
  cmsFiles: z
    .strictObject({
      /** The origin of the files, such as https://cms.example. It is '' if there are no files. */
      host: z
        .string()
        .regex(/^(?:|https:\/\/[a-z0-9.-]+(?::\d+)?|http:\/\/127\.0\.0\.1:\d+)$/, 'must be an https origin'),
      css: z.array(CmsFile),
      js: z.array(CmsFile),
    })
    .refine(({ host, css, js }) => host !== '' || css.length + js.length === 0, {
      path: ['host'],
      error: 'is needed for css and js',
    }),
  /**
   * Widgets of the page `/dynamicpage`, by name. The page's parameter `dynamicJson` selects a widget. A name that is
   * not in this record is rejected.
   */
  widgets: z.record(Name, Widget),
  /** Paths whose title and description come from the site's own texts instead of the CMS (spec §7). */
  metaFromSite: z.array(z.string()),
  /**
   * Bounds of inputs. In `boot_config.json`, the key may also be `inputs_max_length`. Missing bounds have the default
   * values of spec §9.
   */
  inputsMaxLength: z.record(z.string(), z.unknown()).transform(inputBounds),
  /** `groupResults` is the number of cards of each game on the results page that shows all games. */
  pagination: z.strictObject({ groupResults: z.int().min(1).max(20) }),
});
export type BootConfig = z.infer<typeof BootConfig>;

/**
 * A list with exactly one entry. The styles have only one colour scheme and one layout, so a choice would have no
 * effect.
 */
const OneAppearance = z
  .array(z.strictObject({ name: z.string(), value: Name }))
  .length(1, 'must have exactly one entry, because the site has the styles of one only');

export const SiteSetup = z.strictObject({
  /** If true, every page is answered with 503 and the maintenance page. The operations port works as usual. */
  maintenance: z.boolean(),
  sales: z.boolean(),
  /** If true, the header has a button that opens the schedule-demo form. */
  scheduleDemo: z.boolean(),
  googleTranslator: z.enum(['true', 'false']),
  multiCurrency: z.boolean(),
  pattern: z.strictObject({
    login: z.enum(['content', 'banner']),
    signup: z.enum(['short', 'full', 'full-password-first']),
    forgot: z.enum(['popup', 'wizard']),
    wallet: z.enum(['1', '2']),
  }),
  /**
   * The interval in minutes at which a dialog reports the duration and the net result of the session. If the interval
   * is 0 or missing, the dialog is off.
   */
  realityCheckMinutes: z.number().min(0).max(1440).default(0),
  walletSetup: z.strictObject({ showHideBalance: z.enum(['true', 'false']) }),
  /** The colour scheme and the layout that popup 10 (spec §2) shows. */
  themes: OneAppearance,
  layouts: OneAppearance,
  menus: z.strictObject({
    main: z.array(MenuItem),
    postLogin: z.array(MenuItem),
    siteConfig: z.array(MenuItem),
    footer: z.array(MenuItem),
  }),
});
export type SiteSetup = z.infer<typeof SiteSetup>;

const Countries = z.strictObject({
  countries: z.array(
    z.strictObject({
      CountryID: z.string().regex(/^[A-Z]{2}$/),
      CountryName: z.string(),
      CountryCurrencyCode: z.string().regex(/^[A-Z]{3}(?:,[A-Z]{3})*$/),
    }),
  ),
  states: z.array(z.strictObject({ StateID: z.string(), StateName: z.string(), CountryID: z.string() })),
  currencies: z.array(
    z.strictObject({
      currencyCode: z.string().length(3),
      currencyName: z.string(),
      currencySymbol: z.string(),
    }),
  ),
  phonecodes: z.array(z.strictObject({ CountryPhoneCode: z.string().regex(/^\+\d{1,6}$/) })),
});
export type Countries = z.infer<typeof Countries>;

export interface SiteConfig {
  boot: BootConfig;
  setup: SiteSetup;
  countries: Countries;
  /** Texts by language code, for each language in `boot.languages`. */
  locales: Map<string, Locale>;
  /**
   * Paths to which menus link, but whose texts do not exist in the CMS. The footer and the error page show no links to
   * these paths.
   */
  missingPaths?: readonly string[];
}

function isTimeZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * Reads the operator's configuration once, at the start.
 * @param folder the `config/` folder
 * @throws SiteConfigError that names the first wrong file and field
 */
export function readSiteConfig(folder: string): SiteConfig {
  const boot = readConfigFile(folder, 'boot_config.json', z.preprocess(renameInputBounds, BootConfig));
  const setup = readConfigFile(folder, 'site_setup.json', SiteSetup);
  const countries = readConfigFile(folder, 'countries.json', Countries);
  if (!boot.languages.some((language) => language.code === boot.defaultLanguage))
    throw new SiteConfigError('config/boot_config.json: defaultLanguage is not among languages');
  const contradiction = boot.languages.find(
    ({ code, isDefault }) => isDefault !== (code === boot.defaultLanguage),
  );
  if (contradiction)
    throw new SiteConfigError(
      `config/boot_config.json: languages: isDefault of ${contradiction.code} contradicts defaultLanguage`,
    );
  const taken = boot.staticPages.find(({ name }) => privateAreas.includes(name));
  if (taken)
    throw new SiteConfigError(
      `config/boot_config.json: staticPages: /${taken.name} is reserved for private pages`,
    );
  const locales = new Map(boot.languages.map(({ code }) => [code, readLocale(folder, code)] as const));
  return { boot, setup, countries, locales };
}
