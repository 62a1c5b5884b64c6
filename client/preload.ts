/** The styles that were requested by an import, by file name. Each promise resolves when the styles are loaded. */
const styles = new Map<string, Promise<void>>();

/** Waits for the next task. A message is faster than a timer, which waits at least 4 ms if timers are nested. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve());
    port1.start();
    port2.postMessage(null);
  });
}

const isInDocument = (url: string): boolean =>
  document.querySelector(`link[href="${url}"], script[src="${url}"]`) !== null;

function appendLink(url: string, rel: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  if (rel !== 'stylesheet') link.as = 'script';
  link.crossOrigin = '';
  link.href = url;
  document.head.append(link);
  return link;
}

function loadStyles(url: string): Promise<void> {
  const link = appendLink(url, 'stylesheet');
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // The next attempt requests the styles again.
      link.remove();
      styles.delete(url);
      reject(new Error(`cannot load ${url}`));
    });
  });
}

/**
 * Imports a chunk. First requests all files that the chunk needs, so that the browser loads them at the same time. Each
 * request is a task of its own, because a request takes several milliseconds on a slow phone. The browser can then
 * show typed text between two requests. The build calls this function for each dynamic import (bin/own-preload.ts).
 * @param files paths of the chunk, of all chunks that it imports, and of their styles, without the leading slash
 */
export async function preload<Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const rel = document.createElement('link').relList.supports('modulepreload') ? 'modulepreload' : 'preload';
  const needed: Promise<void>[] = [];
  for (const file of files) {
    const url = `/${file}`;
    if (!isInDocument(url)) await nextTask();
    // Another import may have requested the file in the meantime.
    if (!isInDocument(url)) {
      if (url.endsWith('.css')) styles.set(url, loadStyles(url));
      else appendLink(url, rel);
    }
    const loading = styles.get(url);
    if (loading) needed.push(loading);
  }
  await Promise.all(needed);
  return load();
}
