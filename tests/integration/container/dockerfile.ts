/** One instruction of a Dockerfile, with its options separated. */
export interface Instruction {
  word: string;
  options: Record<string, string>;
  /** The rest of the line, and its elements if it is a JSON list. */
  text: string;
  list: string[] | null;
}

export interface Stage {
  name: string;
  from: string;
  instructions: Instruction[];
}

function readInstruction(line: string): Instruction {
  const [word = '', ...rest] = line.split(/\s+/);
  const options: Record<string, string> = {};
  while (rest[0]?.startsWith('--')) {
    const [name = '', value = ''] = rest.shift()?.slice(2).split('=') ?? [];
    options[name] = value;
  }
  const text = rest.join(' ');
  const list: string[] | null = text.startsWith('[') ? JSON.parse(text) : null;
  return { word: word.toUpperCase(), options, text, list };
}

/**
 * Parses the stages of a Dockerfile in order; the last one is the image. It supports only the instructions of this
 * project's file: ARG before the first stage defines names for FROM.
 */
export function readDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const names = new Map<string, string>();
  const stages: Stage[] = [];
  for (const instruction of lines.map(readInstruction)) {
    const stage = stages.at(-1);
    if (instruction.word === 'FROM') {
      const [from = '', , name = String(stages.length)] = instruction.text.split(' ');
      stages.push({
        name,
        from: from.replace(/^\$\{(\w+)\}$/, (_all, arg: string) => names.get(arg) ?? ''),
        instructions: [],
      });
    } else if (stage) {
      stage.instructions.push(instruction);
    } else if (instruction.word === 'ARG') {
      const [name = '', value = ''] = instruction.text.split('=');
      names.set(name, value);
    }
  }
  return stages;
}

export const instructionsOf = (stage: Stage, word: string): Instruction[] =>
  stage.instructions.filter((instruction) => instruction.word === word);

/**
 * Returns a function that states whether a path is sent to the builder. The last line of .dockerignore that matches the
 * path or a parent folder decides. It supports names, `*` for everything, and `!`.
 */
export function createIgnore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return (path) =>
    rules.reduce((sent, rule) => {
      const pattern = rule.replace(/^!/, '');
      const isMatch = pattern === '*' || path === pattern || path.startsWith(`${pattern}/`);
      return isMatch ? rule.startsWith('!') : sent;
    }, true);
}
