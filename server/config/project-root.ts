import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder that contains package.json. It is found both from the sources and from dist/. */
export const projectRoot = (() => {
  let folder = import.meta.dirname;
  while (!existsSync(path.join(folder, 'package.json'))) {
    const above = path.dirname(folder);
    if (above === folder) throw new Error(`no package.json above ${import.meta.dirname}`);
    folder = above;
  }
  return folder;
})();
