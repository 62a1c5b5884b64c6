import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/**
 * Returns the path of the JSON file that belongs to a YAML file. The build writes JSON files, because parsing JSON is
 * much faster than parsing YAML.
 */
const jsonOf = (file: string): string => `${file}.json`;

/**
 * Reads a YAML file. If the build has written the JSON file beside it, reads only the JSON file.
 * @param file path of the YAML file
 */
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
