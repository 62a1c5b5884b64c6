import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bulkhead } from 'cockatiel';
import { type Picture, pictureSize } from '../../shared/pages/picture.ts';
import type { Log } from '../log.ts';
import type { ClientBuild } from '../render/client-build.ts';

export interface Pictures {
  /**
   * Draws a picture for link previews as PNG, in a thread of libuv.
   * @throws if the picture cannot be drawn, or if too many pictures wait
   */
  draw(picture: Picture): Promise<Buffer>;
}

/**
 * Number of pictures that are drawn at the same time. A picture takes about 15 ms of processor time in a thread of
 * libuv. The other threads stay free for the page cache.
 */
const picturesAtOnce = 1;
const picturesWaiting = 64;

const displayFonts = ['latin-600', 'latin-700', 'latin-ext-600', 'latin-ext-700'].map(
  (part) => `barlow-condensed-${part}-normal.woff2`,
);
const devanagari = '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-600-normal.woff2';
const symbolsFolder = 'symbols';

/** Creates the renderer of the pictures. Its library and fonts are loaded for the first picture. */
export function createPictures(
  client: Pick<ClientBuild, 'createPicture' | 'pictureStyles' | 'fontFile' | 'folder'>,
  log: Pick<Log, 'error'>,
): Pictures {
  const turns = bulkhead(picturesAtOnce, picturesWaiting);
  let tools: ReturnType<typeof loadTools> | undefined;

  const render = async (picture: Picture): Promise<Buffer> => {
    // Forget a failed load of the library and the fonts, so that the next picture loads them again.
    tools ??= loadTools(client).catch((error: unknown) => {
      tools = undefined;
      throw error;
    });
    const { renderer, fromJsx, images } = await tools;
    const { node } = await fromJsx(client.createPicture(picture), { defaultStyles: false });
    return renderer.render(node, {
      ...pictureSize,
      format: 'png',
      lang: picture.lang,
      css: [...client.pictureStyles],
      images,
    });
  };

  return {
    async draw(picture) {
      try {
        return await turns.execute(() => render(picture));
      } catch (error) {
        log.error({ err: error, picture: picture.kind }, 'picture could not be drawn');
        throw error;
      }
    },
  };
}

async function loadTools(client: Pick<ClientBuild, 'fontFile' | 'folder'>) {
  const [{ Renderer }, { fromJsx }] = await Promise.all([
    import('@takumi-rs/core'),
    import('@takumi-rs/helpers/jsx'),
  ]);
  const renderer = new Renderer();
  const files = [
    ...displayFonts.map((name) => ['Barlow Condensed', client.fontFile(name)] as const),
    ['Golden Lotto Signs', client.fontFile('golden-lotto-signs-700.woff2')] as const,
    ['Noto Sans Devanagari', createRequire(import.meta.url).resolve(devanagari)] as const,
  ];
  for (const [name, file] of files) await renderer.registerFont({ name, data: readFileSync(file) });
  // Register the symbols under their paths on this site, because the elements of a picture refer to these paths.
  const folder = path.join(client.folder, symbolsFolder);
  const images = readdirSync(folder).map((file) => ({
    src: `/${symbolsFolder}/${file}`,
    data: readFileSync(path.join(folder, file)),
  }));
  return { renderer, fromJsx, images };
}
