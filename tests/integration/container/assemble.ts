import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createIgnore, type Instruction, instructionsOf, readDockerfile, type Stage } from './dockerfile.ts';

export const root = path.resolve(import.meta.dirname, '../../..');
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
export const stages = readDockerfile(read('Dockerfile'));
export const isSent = createIgnore(read('.dockerignore'));

export const stageNamed = (name: string): Stage => {
  const stage = stages.find((candidate) => candidate.name === name);
  if (!stage) throw new Error(`the Dockerfile has no stage ${name}`);
  return stage;
};
export const image: Stage = stages.at(-1) ?? stageNamed('the last one');

/** Lists the files that Docker sends to the builder. */
export function sentFiles(folder = '.'): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      // A folder that .dockerignore excludes can contain files that are sent to the builder, for example
      // docker/health.mjs.
      const canContainSentFiles = isSent(file) || read('.dockerignore').includes(`!${file}/`);
      return canContainSentFiles ? sentFiles(file) : [];
    }
    return isSent(file) ? [file] : [];
  });
}

/** Maps a path in the image, such as `/app/dist` or `./dist`, to a path in the folder that represents the image. */
const inside = (place: string, folder: string): string =>
  path.join(folder, place.startsWith('/') ? place : path.join('/app', place));

const cp = (args: readonly string[]): string | null => {
  const { status, stderr } = spawnSync('cp', args, { encoding: 'utf8' });
  return status === 0 ? null : stderr;
};

/**
 * Copies files and folders into a folder, and creates that folder if needed. The command `cp` is much faster than
 * Node's copy function.
 */
export function copyAll(sources: readonly string[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  const failure = cp(['-RP', ...sources, folder]);
  if (failure !== null) throw new Error(failure);
}

/** Copies a folder between stages. The copies are hard links if the file system allows that. */
function share(source: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (cp(['-RPl', `${source}/.`, folder]) !== null) copyAll([`${source}/.`], folder);
}

function copy({ options, text }: Instruction, folder: string, folderOf: (stage: string) => string): void {
  const parts = text.split(' ');
  const target = parts.pop() ?? '';
  const sent = options['from'] === undefined ? sentFiles() : [];
  for (const source of parts) {
    if (options['from'] !== undefined) {
      share(inside(source, folderOf(options['from'])), inside(target, folder));
      continue;
    }
    const files = sent.filter((file) => source === '.' || file === source || file.startsWith(`${source}/`));
    if (files.length === 0) throw new Error(`COPY ${text}: ${source} is not sent to the builder`);
    const isFolder = source === '.' || statSync(path.join(root, source)).isDirectory();
    for (const file of files) {
      const below = isFolder ? path.relative(source, file) : path.basename(file);
      const to =
        isFolder || target.endsWith('/') ? path.join(inside(target, folder), below) : inside(target, folder);
      mkdirSync(path.dirname(to), { recursive: true });
      cpSync(path.join(root, file), to);
    }
  }
}

export interface AssembleOptions {
  /** The parent folder. It contains a separate folder for the file system of each stage. */
  folder: string;
  /** Executes a RUN line in the working folder of its stage. By default the shell executes the line. */
  run?: (command: string, cwd: string, stage: string) => void;
  /** Stages whose RUN and COPY lines are executed. The default is all stages. */
  only?: readonly string[];
}

const shell = (command: string, cwd: string): void => {
  const { status, stderr, stdout } = spawnSync('sh', ['-ec', command], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${command}\n${stdout}\n${stderr}`);
};

/**
 * Executes the Dockerfile line by line without Docker. A separate folder represents the file system of each stage. The
 * lines use the programs of this machine instead of those of the base images.
 * @returns the folder that represents the image's /app
 */
export function assemble({ folder, run = shell, only }: AssembleOptions): string {
  const folderOf = (stage: string) => path.join(folder, stage);
  for (const stage of stages) {
    if (only && !only.includes(stage.name)) continue;
    const own = folderOf(stage.name);
    const app = path.join(own, 'app');
    mkdirSync(app, { recursive: true });
    if (existsSync(folderOf(stage.from))) share(folderOf(stage.from), own);
    for (const instruction of stage.instructions) {
      if (instruction.word === 'COPY') copy(instruction, own, folderOf);
      if (instruction.word === 'RUN') run(instruction.text, app, stage.name);
    }
  }
  return path.join(folderOf(image.name), 'app');
}

export const imageEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    instructionsOf(image, 'ENV').flatMap(({ text }) =>
      text.split(' ').map((pair): [string, string] => {
        const [name = '', ...value] = pair.split('=');
        return [name, value.join('=')];
      }),
    ),
  );
