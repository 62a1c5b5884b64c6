import { ConfigError, checkedDocumentPlace } from './config.ts';
import { type DocumentPlace, documentVariables } from './documents.ts';
import { Environment } from './environment.ts';

const Needed = Environment.pick(documentVariables);

/**
 * Reads the settings of the document store for a command-line program from the platform's environment variables.
 * @throws ConfigError that names the first malformed or missing variable
 */
export function readDocumentPlace(env: Readonly<Record<string, string | undefined>>): DocumentPlace {
  const stated = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Needed.safeParse(stated);
  if (parsed.success) return checkedDocumentPlace(parsed.data);
  const issue = parsed.error.issues[0];
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
}
