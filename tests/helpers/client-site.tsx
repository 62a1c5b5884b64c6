import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { StringsProvider } from '../../client/layout/Strings.tsx';
import { buildDevelopmentClient, builtClient, type TestBuild } from './client-build.ts';
import { type PageServer, startPageServer } from './page-server.ts';
import { sampleFrame, sampleTranslate } from './sample-document.ts';
import { test as base } from './visitor.ts';

export interface ClientSite extends PageServer {
  /**
   * Serves a document with this body at a path. The document's head contains the start script and the styles of the
   * built client, including those of each kind of page.
   */
  show(path: string, body: ReactNode): void;
}

/** A `test` with a browser and a server whose documents use the built client. The tests of a file share the server. */
export const test = base
  .extend('react', { scope: 'file' }, (): 'development' | 'production' => 'production')
  .extend('client', { scope: 'file' }, async ({ react }, { onCleanup }): Promise<TestBuild> => {
    if (react === 'production') return builtClient();
    const client = await buildDevelopmentClient();
    onCleanup(() => client.remove());
    return client;
  })
  .extend('server', { scope: 'file' }, async ({ client }, { onCleanup }): Promise<PageServer> => {
    const server = await startPageServer(client.folder);
    onCleanup(() => server.close());
    return server;
  })
  .extend('site', ({ client, server }): ClientSite => {
    server.reset();
    const { assets } = client;
    const frame = sampleFrame();
    return Object.assign(server, {
      show(path: string, body: ReactNode) {
        const html = renderToString(
          <html lang="en">
            <head>
              <meta name="viewport" content="width=device-width" />
              <title>A page</title>
              <link rel="icon" href="/favicon.svg" />
              {[...assets.styles, ...Object.values(assets.stylesByKind)].map((href) => (
                <link key={href} rel="stylesheet" href={href} />
              ))}
              <script type="module" src={assets.start} />
            </head>
            <body>
              <StringsProvider t={sampleTranslate} frame={frame}>
                {body}
              </StringsProvider>
            </body>
          </html>,
        );
        server.pages.set(path, `<!doctype html>${html}`);
      },
    });
  });
