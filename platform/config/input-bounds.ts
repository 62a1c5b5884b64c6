import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type InputBounds, readInputBounds } from '../../shared/domain/input-bounds.ts';
import { projectRoot } from './project-root.ts';

const Bounds = z.record(z.string(), z.unknown());
const BootConfig = z.object({ inputsMaxLength: Bounds.optional(), inputs_max_length: Bounds.optional() });

/**
 * Reads the allowed lengths of inputs. Site and platform must use the same values.
 * @param stated JSON such as `{"password_min": 10}`. Default: the bounds in `boot_config.json`.
 * @param folder folder that contains `boot_config.json`
 * @throws InputBoundsError for an invalid bound, SyntaxError or ZodError for text that is not a JSON object
 */
export function parseInputBounds(
  stated: string | undefined,
  folder = path.join(projectRoot, 'config'),
): InputBounds {
  if (stated !== undefined) return readInputBounds(Bounds.parse(JSON.parse(stated)));
  const boot = BootConfig.parse(JSON.parse(readFileSync(path.join(folder, 'boot_config.json'), 'utf8')));
  return readInputBounds(boot.inputsMaxLength ?? boot.inputs_max_length ?? {});
}
