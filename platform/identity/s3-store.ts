import { hash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Place } from '../config/documents.ts';
import type { DocumentStore } from './document-store.ts';

/** Time limit of one request to the bucket. The site waits longer than this for the platform's response. */
const limitMs = 10_000;
const retries = 1;
/**
 * An id that no document has. A request to delete this id shows whether the address and the key of the bucket are
 * right.
 */
const checkId = '00000000-0000-0000-0000-000000000000';

/**
 * Stores files in a bucket that understands the protocol of Amazon S3. Each request is signed (AWS Signature Version
 * 4), including its body.
 */
export function createS3Store({ url, keyId, secret, region }: S3Place): DocumentStore {
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries,
  });
  const send = async (method: 'PUT' | 'GET' | 'DELETE', documentId: string, body: Buffer | null) => {
    const response = await client.fetch(`${url}/${documentId}`, {
      method,
      headers: { 'x-amz-content-sha256': hash('sha256', body ?? '', 'hex') },
      signal: AbortSignal.timeout(limitMs),
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
    if (response.ok || (response.status === 404 && method !== 'PUT')) return response;
    // The body of an error response can contain the key id, so the error message contains only the status.
    await response.body?.cancel();
    throw new Error(`the document store answered ${method} with ${response.status}`);
  };
  return {
    async check() {
      const response = await send('DELETE', checkId, null);
      await response.body?.cancel();
    },
    async put(documentId, bytes) {
      const response = await send('PUT', documentId, bytes);
      await response.body?.cancel();
    },
    async get(documentId) {
      const response = await send('GET', documentId, null);
      if (response.status !== 404) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      return null;
    },
    async remove(documentId) {
      const response = await send('DELETE', documentId, null);
      await response.body?.cancel();
    },
  };
}
