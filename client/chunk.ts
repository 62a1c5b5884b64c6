/** Pauses before the second and the third attempt, in ms. A deployment or a short overload is usually over by then. */
const pausesMs = [500, 2000];

/** Returns the URL of a failed import if the browser's error message contains it. */
const failedUrl = (error: unknown): string | undefined =>
  error instanceof TypeError ? /https?:\/\/\S+\.js\b/.exec(error.message)?.[0] : undefined;

/**
 * Loads a chunk of the client, and tries again if that fails. Chromium remembers a failed import as long as the page is
 * open, so each retry appends its number to the URL. All callers number their retries in the same way, so that they
 * share one copy of the chunk.
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
