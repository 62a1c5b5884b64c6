import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNegotiator } from '../cache/negotiate.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import { deviceOf } from '../calls/device.ts';
import type { Deps } from '../deps.ts';
import { compressTo } from '../render/compress-to.ts';
import { notStored } from '../render/not-stored.ts';
import { renderDocument } from '../render/render-document.ts';
import type { UnkeptAddress } from './address.ts';
import { TooManyLoads } from './load.ts';
import { documentOf, pageRequest } from './load-document.ts';
import type { LoadedUnkeptPage, PageRequest } from './loader.ts';
import { unkeptLoaders } from './loaders/registry.ts';

/**
 * Creates the function that answers requests for pages that no cache stores. Each request loads and renders its page,
 * so it counts against the client's limit of page loads. Each platform call of the page also counts against the rate
 * limit of that kind of call.
 * @throws UpstreamError, TooManyLoads
 */
export function createUnkeptAnswers(deps: Deps) {
  const negotiate = createNegotiator();

  const load = async (
    req: IncomingMessage,
    res: ServerResponse,
    address: UnkeptAddress,
    clientAddress: string,
  ): Promise<{ request: PageRequest; loaded: LoadedUnkeptPage }> => {
    const signal = clientGoneSignal(res);
    const request = pageRequest(deps, address, deps.createReads({ signal }));
    // The page is the same for visitors and players, so its calls do not contain the player's session.
    const caller = { session: null, address: clientAddress, device: deviceOf(req.headers), signal };
    const loaded = await unkeptLoaders[address.name](request, (name, data) =>
      deps.makeCall(name, data, caller),
    );
    return { request, loaded };
  };

  return async (
    req: IncomingMessage,
    res: ServerResponse,
    address: UnkeptAddress,
    clientAddress: string,
  ): Promise<void> => {
    const waitSeconds = (await deps.pageLoads?.take(clientAddress)) ?? 0;
    if (waitSeconds > 0) throw new TooManyLoads(clientAddress, waitSeconds);
    const { request, loaded } = await load(req, res, address, clientAddress);
    if (!('page' in loaded)) {
      res.writeHead(loaded.status, [
        'Location',
        loaded.location,
        ...notStored,
        'Content-Length',
        '0',
        ...deps.headers,
      ]);
      res.end();
      return;
    }
    const body = await renderDocument(deps.client.createDocument(documentOf(request, loaded)));
    const encoding = negotiate(req.headers['accept-encoding']);
    const { retryAfterSeconds } = loaded;
    res.writeHead(loaded.status, [
      'Content-Type',
      'text/html; charset=utf-8',
      'Speculation-Rules',
      '"/speculation-rules.json"',
      ...notStored,
      'Vary',
      'Accept-Encoding',
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...(retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)]),
      ...deps.headers,
    ]);
    if (req.method === 'HEAD') res.end();
    else compressTo(res, encoding).end(body);
  };
}
