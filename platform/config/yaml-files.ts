import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** The build writes a JSON file beside each YAML file, because parsing YAML takes much longer. */
const jsonOf = (file: string): string => `${file}.json`;

/** @param file path of a YAML file; if the build has written its JSON file, only that file is read */
export function readYamlFile(file: string): unknown {
  const json = jsonOf(file);
  return existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : parse(readFileSync(file, 'utf8'));
}

/** Writes a JSON file beside each YAML file of a folder. */
export function convertYamlFiles(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.yaml'))) {
    const file = path.join(folder, name);
    writeFileSync(jsonOf(file), JSON.stringify(parse(readFileSync(file, 'utf8'))));
  }
}
