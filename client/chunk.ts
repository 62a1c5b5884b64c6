/** Pauses before the second and the third attempt, ms. A deployment or a moment of overload ends within them. */
const pausesMs = [500, 2000];

/** The address in the error of a failed import, where the browser names it. */
const failedUrl = (error: unknown): string | undefined =>
  error instanceof TypeError ? /https?:\/\/\S+\.js\b/.exec(error.message)?.[0] : undefined;

/**
 * Loads a chunk of the client, and tries again if that fails. Chromium remembers a failed import as long as the page is
 * open, so that the retry needs an address of its own. It is the same for every retry of a chunk, so that a chunk never
 * runs twice.
 * @param pick selects the part of the chunk that the caller needs
 */
export const chunk =
  <Module, Part>(load: () => Promise<Module>, pick: (module: Module) => Part) =>
  async (): Promise<Part> => {
    let attempt = load();
    for (const [index, pauseMs] of pausesMs.entries()) {
      try {
        return pick(await attempt);
      } catch (error) {
        await new Promise((done) => setTimeout(done, pauseMs));
        const url = failedUrl(error)?.replace(/\?.*/, '');
        attempt = url === undefined ? load() : import(/* @vite-ignore */ `${url}?retry=${index + 1}`);
      }
    }
    return pick(await attempt);
  };
