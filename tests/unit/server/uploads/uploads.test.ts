import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createUploads } from '../../../../server/uploads/uploads.ts';

it('an upload of 50 MB is rejected as too large and uses less than 12 MB of memory', async () => {
  const piece = Buffer.alloc(64 * 1024, 0x7f);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  function* body() {
    yield Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="identity"; filename="a"\r\n\r\n\xff\xd8',
      'latin1',
    );
    // All pieces share one buffer, so the memory grows only if the reader copies the pieces.
    for (let sent = 0; sent < 50 * 1024 * 1024; sent += piece.length) {
      yield piece;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    yield Buffer.from('\r\n--b--\r\n');
  }
  const { values } = await createUploads().read(Readable.from(body()), {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    address: '192.0.2.1',
    fileNames: ['identity'],
  });
  expect(values).toEqual({ identity: 'document.too_big' });
  expect(most).toBeLessThan(12 * 1024 * 1024);
});

it('an address can send two uploads at a time, and a /64 network counts as one address', async () => {
  const uploads = createUploads();
  const read = (address: string, body: Readable) =>
    uploads.read(body, {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      address,
      fileNames: ['identity'],
    });
  const bodies = [new PassThrough(), new PassThrough()];
  const open = bodies.map((body, nth) => read(`2001:db8:1:2::${nth}`, body));
  await expect(read('2001:db8:1:2::9', Readable.from(['--b--']))).rejects.toMatchObject({ statusCode: 429 });
  await expect(read('2001:db8:1:3::9', Readable.from(['--b--\r\n']))).resolves.toEqual({ values: {} });
  for (const body of bodies) body.end('--b--\r\n');
  await Promise.all(open);
  await expect(read('2001:db8:1:2::9', Readable.from(['--b--\r\n']))).resolves.toEqual({ values: {} });
});
