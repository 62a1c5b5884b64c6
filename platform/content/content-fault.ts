/** A text that cannot be served. Its message is one line: file, field and what is wrong. */
export class ContentFault extends Error {
  override name = 'ContentFault';

  constructor(file: string, field: string, problem: string) {
    super(`content: ${file}: ${field}: ${problem.split('\n', 1)[0] ?? ''}`);
  }
}
