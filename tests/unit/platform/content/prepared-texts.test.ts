import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedFiles } from '../../../../platform/config/project-root.ts';
import { convertYamlFiles, readYamlFile } from '../../../../platform/config/yaml-files.ts';
import { prepareLibrary, readLibrary } from '../../../../platform/content/library.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-texts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the texts prepared by the build', () => {
  it('equal the texts that the platform renders at run time', () => {
    const own = path.join(folder, 'content');
    cpSync(shippedFiles('platform/content'), own, { recursive: true });
    const rendered = readLibrary(own);
    prepareLibrary(own);
    rmSync(path.join(own, 'en'), { recursive: true });
    expect(readLibrary(own)).toEqual(rendered);
  });

  it('are rejected if a source text is invalid, and the error names the file', () => {
    const own = path.join(folder, 'wrong');
    cpSync(shippedFiles('platform/content'), own, { recursive: true });
    writeFileSync(path.join(own, 'en/faq.md'), 'no front matter');
    expect(() => prepareLibrary(own)).toThrow('faq.md');
  });

  it('are read from JSON files, even if the YAML sources change later', () => {
    const file = path.join(folder, 'mails.yaml');
    writeFileSync(file, 'subject: "Hello"\nbody: [one, two]\n');
    const parsed = readYamlFile(file);
    convertYamlFiles(folder);
    writeFileSync(file, 'subject: "Changed"\n');
    expect(readYamlFile(file)).toEqual(parsed);
    expect(parsed).toEqual({ subject: 'Hello', body: ['one', 'two'] });
  });
});
