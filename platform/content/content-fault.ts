/** An error in a text of the content folder. Its message is one line with file, field and problem. */
export class ContentFault extends Error {
  override name = 'ContentFault';

  constructor(file: string, field: string, problem: string) {
    super(`content: ${file}: ${field}: ${problem.split('\n', 1)[0] ?? ''}`);
  }
}
