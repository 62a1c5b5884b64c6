import path from 'node:path';
import { shippedFiles } from './config/project-root.ts';
import { convertYamlFiles } from './config/yaml-files.ts';
import { prepareLibrary } from './content/library.ts';
import { textsFolder } from './messages/texts.ts';
import { notificationTexts } from './notifications/texts.ts';

/**
 * Prepares the texts in dist/ during the build. Otherwise the platform would spend a third of its start-up time on
 * rendering Markdown and parsing YAML.
 */
try {
  prepareLibrary(shippedFiles('platform/content'));
  for (const folder of [textsFolder, notificationTexts]) convertYamlFiles(path.resolve(folder));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
