export interface Instruction {
  word: string;
  options: Record<string, string>;
  /** The line without the instruction and its options. If `text` is a JSON list, `list` contains its elements. */
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
 * Parses the stages of a Dockerfile in their order. The last stage is the image. The parser supports only the
 * instructions of this project's Dockerfile. ARG is supported only before the first stage, where it defines a variable
 * for the FROM lines.
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
 * Returns a function that tells whether Docker sends a path to the builder. Several lines of .dockerignore can match
 * the path or one of its parent folders. The last of these lines decides. The function supports names, `*` for all
 * paths, and `!`.
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
