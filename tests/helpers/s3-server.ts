import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface S3Server {
  /** Address of the bucket. */
  url: string;
  /** The stored objects, by path. */
  objects: Map<string, Buffer>;
  /** Number of requests that were rejected because of their signature. */
  rejected: () => number;
  /** If true, the server stores objects, but never answers the requests. */
  setSilent(isSilent: boolean): void;
  stop(): Promise<void>;
}

export const s3Keys = {
  keyId: 'test-key-id',
  secret: 'test-secret-0123456789',
  region: 'eu-west-1',
} as const;

const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/** Computes the signature of a received request (AWS Signature Version 4) from its bytes. */
const signatureOf = ({ method = '', url = '', headers }: IncomingMessage, signed: string[]): string => {
  const date = String(headers['x-amz-date']);
  const day = date.slice(0, 8);
  const canonical = [
    method,
    url.split('?')[0],
    url.split('?')[1] ?? '',
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${s3Keys.region}/s3/aws4_request`;
  const key = [s3Keys.region, 's3', 'aws4_request'].reduce(
    (previous, part) => hmac(previous, part),
    hmac(`AWS4${s3Keys.secret}`, day),
  );
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
};

const isGenuine = (request: IncomingMessage, body: Buffer): boolean => {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\S+, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  const [, keyId, names = '', signature] = match ?? [];
  const signed = names.split(';');
  return (
    keyId === s3Keys.keyId &&
    ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)) &&
    request.headers['x-amz-content-sha256'] === sha256(body) &&
    signatureOf(request, signed) === signature
  );
};

/** Starts a server that stores objects like Amazon S3, and rejects requests without a valid signature. */
export const startS3Server = async (): Promise<S3Server> => {
  const objects = new Map<string, Buffer>();
  let rejected = 0;
  let isSilent = false;
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.from(await text(request.setEncoding('latin1')), 'latin1');
      const { method, url = '' } = request;
      if (!isGenuine(request, body)) {
        rejected++;
        response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      } else if (method === 'PUT') {
        objects.set(url, body);
        if (!isSilent) response.writeHead(200).end();
      } else if (method === 'DELETE') {
        objects.delete(url);
        response.writeHead(204).end();
      } else {
        const found = objects.get(url);
        response.writeHead(found ? 200 : 404).end(found);
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port }: AddressInfo = Object(server.address());
  return {
    url: `http://127.0.0.1:${port}/documents`,
    objects,
    rejected: () => rejected,
    setSilent(to) {
      isSilent = to;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
