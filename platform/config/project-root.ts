import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the nearest folder above this module that contains `name`. The module is in platform/config/, or is bundled
 * into a file of dist/.
 */
function folderWith(name: string): string {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, name))) {
    const above = path.dirname(folder);
    if (above === folder) throw new Error(`no ${name} above ${import.meta.dirname}`);
    folder = above;
  }
  return folder;
}

/** The folder that contains package.json, both for the sources and for dist/. */
export const projectRoot = folderWith('package.json');

/**
 * Returns the absolute path of a file or folder that the platform reads at run time. The build copies it to dist/.
 * @param name path from the root of the project, such as `platform/content`
 */
export const shippedFiles = (name: string): string => path.join(folderWith(name), name);
