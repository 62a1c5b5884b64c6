import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SiteConfigError } from '../../../../server/config/config-file.ts';
import { publicConfig } from '../../../../server/config/public-config.ts';
import { readSiteConfig } from '../../../../server/config/site-config.ts';
import { menuGroups } from '../../../../server/pages/menu-groups.ts';
import { resourceEntries } from '../../../../shared/resources.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'config-'));
  cpSync(path.resolve('config'), folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function edit(file: string, change: (value: Record<string, unknown>) => void): void {
  const where = path.join(folder, file);
  const value: Record<string, unknown> = JSON.parse(readFileSync(where, 'utf8'));
  change(value);
  writeFileSync(where, JSON.stringify(value));
}

const one = { name: 'One', value: 'one' };

describe('readSiteConfig', () => {
  it('accepts the shipped configuration, whose menu links all lead to existing pages', () => {
    const config = readSiteConfig(folder);
    const paths = new Set<string>(resourceEntries.map(([, { path: pattern }]) => pattern));
    for (const page of config.boot.staticPages) paths.add(`/${page.name}`);
    for (const { path: groupPage } of menuGroups(config)) paths.add(groupPage);
    const groups = Object.values(config.setup.menus).flat();
    const urls = groups
      .concat(groups.flatMap((item) => item.children ?? []))
      .map(({ url }) => url.split('#')[0] ?? '')
      .filter((url) => url !== 'Menu' && !url.startsWith('/games/'));
    expect(urls.filter((url) => !paths.has(url))).toEqual([]);
  });

  it.each<[string, (value: Record<string, unknown>) => void, string]>([
    [
      'boot_config.json',
      (boot) => Object.assign(boot, { timeZone: 'Mars/Olympus' }),
      'boot_config.json: timeZone',
    ],
    [
      'boot_config.json',
      (boot) => Object.assign(boot, { defaultLanguage: 'xx' }),
      'defaultLanguage is not among languages',
    ],
    [
      'boot_config.json',
      (boot) => Object.assign(boot, { defaultLanguage: 'hi' }),
      'isDefault of en contradicts defaultLanguage',
    ],
    ['boot_config.json', (boot) => Object.assign(boot, { secretThing: 1 }), 'boot_config.json'],
    ...['themes', 'layouts'].map((key): [string, (value: Record<string, unknown>) => void, string] => [
      'site_setup.json',
      (setup) => Object.assign(setup, { [key]: [one, { ...one, name: 'Two' }] }),
      `site_setup.json: ${key}: must have exactly one entry`,
    ]),
    [
      'boot_config.json',
      (boot) => Object.assign(boot, { inputsMaxLength: { password_min: 3 } }),
      'inputsMaxLength: password_min must be a whole number from 4 to 128',
    ],
    [
      'boot_config.json',
      (boot) => Object.assign(boot, { staticPages: [{ name: 'wallet', title: 'Wallet', static: true }] }),
      'staticPages: /wallet is reserved for private pages',
    ],
    [
      'site_setup.json',
      (setup) => Object.assign(setup, { maintenance: 'yes' }),
      'site_setup.json: maintenance',
    ],
    [
      'site_setup.json',
      (setup) => Object.assign(setup, { googleTranslator: true }),
      'site_setup.json: googleTranslator',
    ],
    [
      'countries.json',
      (countries) => Object.assign(countries, { phonecodes: [{ CountryPhoneCode: '91' }] }),
      'countries.json: phonecodes.0',
    ],
  ])('rejects an invalid %s with an error that names the field', (file, change, message) => {
    edit(file, change);
    expect(() => readSiteConfig(folder)).toThrow(SiteConfigError);
    expect(() => readSiteConfig(folder)).toThrow(message);
  });

  it('rejects a file that is not JSON, with an error that names the file', () => {
    writeFileSync(path.join(folder, 'site_setup.json'), '{');
    expect(() => readSiteConfig(folder)).toThrow('config/site_setup.json cannot be read');
  });

  it('publishes only allow-listed keys', () => {
    const { boot } = publicConfig(readSiteConfig(folder));
    expect(boot).not.toHaveProperty('cmsFiles');
    expect(boot).toHaveProperty('resultTypes');
  });
});

it('readSiteConfig accepts `inputs_max_length` as an alias of `inputsMaxLength`', () => {
  edit('boot_config.json', (boot) => {
    Reflect.deleteProperty(boot, 'inputsMaxLength');
    Object.assign(boot, { inputs_max_length: { username_max: 12 } });
  });
  const { boot } = publicConfig(readSiteConfig(folder));
  expect(boot.inputsMaxLength).toMatchObject({ username_max: 12, password_max: 20, identifier_max: 30 });
  expect(boot.inputs_max_length).toEqual(boot.inputsMaxLength);
});
