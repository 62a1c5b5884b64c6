import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../../bench/processes.ts';
import { type Answer, connect, createAnswerReader, getRequest, headerOf } from '../../../bench/wire.ts';

const stream = Buffer.from(
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nCache-Status: golden-lotto; hit; ttl=3\r\n\r\nhello' +
    'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n' +
    'HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n' +
    'HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n',
);

function readIn(pieceLength: number): Answer[] {
  const answers: Answer[] = [];
  const read = createAnswerReader((answer) => answers.push(answer));
  for (let at = 0; at < stream.length; at += pieceLength) read(stream.subarray(at, at + pieceLength));
  return answers;
}

test.for([1, 2, 7, 40, stream.length])(
  'createAnswerReader parses consecutive responses from chunks of %i bytes',
  (length) => {
    const answers = readIn(length);
    expect(answers.map(({ status, bytes }) => [status, bytes])).toEqual([
      [200, 5],
      [304, 0],
      [404, 13],
      [503, 0],
    ]);
    expect(answers.map((answer) => headerOf(answer, 'cache-status'))).toEqual([
      'golden-lotto; hit; ttl=3',
      '',
      '',
      '',
    ]);
  },
);

const read = (text: string) => () => createAnswerReader(() => undefined)(Buffer.from(text));

test('createAnswerReader rejects bytes that are not HTTP, and HTTP responses without a length', () => {
  expect(read('SSH-2.0-server\r\n\r\n')).toThrow('no answer');
  expect(read('HTTP/1.1 200 OK\r\n\r\n')).toThrow('without an end');
  expect(read('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n')).toThrow('without a size');
});

async function served(answer: (path: string) => string | null): Promise<number> {
  const server = createServer((req, res) => {
    const text = answer(req.url ?? '');
    if (text === null) res.destroy();
    else res.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return portOf(server);
}

test('a bench connection resolves pipelined requests with their answers in order', async () => {
  const connection = await connect(await served((path) => 'x'.repeat(path.length)));
  const answers = await Promise.all(
    ['/', '/four', '/thirteen/long'].map((path) => connection.ask(getRequest(path))),
  );
  expect(answers.map(({ bytes }) => bytes)).toEqual([1, 5, 14]);
  expect(connection.isOpen).toBe(true);
  connection.close();
});

test('a closed bench connection rejects its pending requests and any new request', async () => {
  const connection = await connect(await served(() => null));
  const gone = /closed|ECONNRESET/;
  await expect(connection.ask(getRequest('/'))).rejects.toThrow(gone);
  await expect(connection.ask(getRequest('/'))).rejects.toThrow(gone);
  expect(connection.isOpen).toBe(false);
});
