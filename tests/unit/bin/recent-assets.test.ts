import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepRecentAssets } from '../../../bin/recent-assets.ts';

describe('keepRecentAssets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-assets-'));
    mkdirSync(path.join(folder, 'assets'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Adds the files of a new build to the files of earlier builds, as Vite does, and then calls `keepRecentAssets`. */
  const build = (...names: string[]) => {
    const files = names.map((name) => `assets/${name}`);
    for (const file of files) writeFileSync(path.join(folder, file), '');
    keepRecentAssets(folder, [...files, '.vite/manifest.json'], 3);
  };
  const there = () => readdirSync(path.join(folder, 'assets')).sort();

  test('keeps the files of the last three builds', () => {
    build('start-1.js', 'main-1.css');
    build('start-2.js', 'main-1.css');
    build('start-3.js', 'main-3.css');
    expect(there()).toEqual(['main-1.css', 'main-3.css', 'start-1.js', 'start-2.js', 'start-3.js']);
  });

  test('removes files that are in none of the last three builds', () => {
    build('start-1.js', 'font.woff2');
    build('start-2.js', 'font.woff2');
    build('start-3.js', 'font.woff2');
    build('start-4.js', 'font.woff2');
    expect(there()).toEqual(['font.woff2', 'start-2.js', 'start-3.js', 'start-4.js']);
  });

  test('counts repetitions of the same build as one build', () => {
    build('start-1.js');
    build('start-2.js');
    for (let again = 0; again < 5; again++) build('start-3.js');
    expect(there()).toEqual(['start-1.js', 'start-2.js', 'start-3.js']);
  });

  test('removes files that belong to no recorded build', () => {
    writeFileSync(path.join(folder, 'assets/stray.js'), '');
    build('start-1.js');
    expect(there()).toEqual(['start-1.js']);
  });
});
