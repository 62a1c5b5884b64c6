import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import bootConfig from '../../../../config/boot_config.json' with { type: 'json' };
import { parseInputBounds } from '../../../../platform/config/input-bounds.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'golden-lotto-bounds-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('parseInputBounds', () => {
  it('reads the bounds from the site’s configuration if the environment sets none', () => {
    expect(parseInputBounds(undefined)).toMatchObject(bootConfig.inputsMaxLength);
  });

  it.each(['inputsMaxLength', 'inputs_max_length'])('reads the key `%s` of boot_config.json', async (key) => {
    await writeFile(path.join(folder, 'boot_config.json'), JSON.stringify({ [key]: { username_max: 12 } }));
    expect(parseInputBounds(undefined, folder)).toMatchObject({ username_max: 12, password_max: 20 });
  });

  it('prefers bounds from the environment to bounds from the site’s configuration', () => {
    expect(parseInputBounds('{"otp_max": 8}')).toMatchObject({ otp_max: 8, username_max: 20 });
  });
});
