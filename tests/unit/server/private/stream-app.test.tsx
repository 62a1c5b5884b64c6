import { PassThrough } from 'node:stream';
import { Suspense, use } from 'react';
import { describe, expect, it } from 'vitest';
import { type StreamOptions, streamApp } from '../../../../server/private/stream-app.ts';

function Late({ data }: { data: Promise<string> }) {
  return <p>{use(data)}</p>;
}
const app = (data: Promise<string>) => (
  <div>
    <Suspense fallback={<p>waiting</p>}>
      <Late data={data} />
    </Suspense>
  </div>
);
function Broken(): never {
  throw new Error('broken shell');
}

function setUp(change: Partial<StreamOptions> = {}) {
  const output = new PassThrough();
  let text = '';
  output.on('data', (piece: Buffer) => {
    text += String(piece);
  });
  const late: unknown[] = [];
  const options: StreamOptions = {
    identifierPrefix: 'app',
    nonce: 'n0nce',
    isWhole: false,
    begin: () => {
      output.write('<before>');
      return output;
    },
    afterShell: (to) => void to.write('<after>'),
    finish: async (to) => void to.end('<end>'),
    onLateError: (error) => void late.push(error),
    signal: new AbortController().signal,
    limitMs: 5000,
    ...change,
  };
  return { options, late, sent: () => text };
}

describe('streamApp', () => {
  it('writes the shell before the data arrives', async () => {
    const data = Promise.withResolvers<string>();
    const { options, sent } = setUp();
    const done = streamApp(app(data.promise), options);
    await expect.poll(sent).toContain('<after>');
    expect(sent()).toMatch(/^<before><div>.*waiting.*<\/div><script nonce="n0nce">[^<]*<\/script><after>$/);
    data.resolve('the data');
    await done;
    await expect.poll(sent).toMatch(/<after>.*the data.*<end>$/s);
    expect(sent()).toContain('<script nonce="n0nce">');
  });

  it('if streaming is off, waits for the data and adds no scripts', async () => {
    const { options, sent } = setUp({ isWhole: true });
    await streamApp(app(Promise.resolve('the data')), options);
    await expect.poll(sent).toMatch(/^<before><div>.*the data.*<\/div><after><end>$/);
    expect(sent()).not.toContain('<script');
    expect(sent()).not.toContain('waiting');
  });

  it('rejects before the first byte if the shell cannot be rendered', async () => {
    const { options, sent } = setUp();
    await expect(streamApp(<Broken />, options)).rejects.toThrow('broken shell');
    expect(sent()).toBe('');
  });

  it('ends the document even if an error occurs after the shell', async () => {
    const { options, late, sent } = setUp();
    const data = Promise.withResolvers<string>();
    const done = streamApp(app(data.promise), options);
    await expect.poll(sent).toContain('<after>');
    data.reject(new Error('late'));
    await done;
    expect(late).toEqual([expect.objectContaining({ message: 'late' })]);
    await expect.poll(sent).toMatch(/<end>$/);
  });

  it('ends the document if the data does not arrive within the time limit', async () => {
    const { options, late, sent } = setUp({ limitMs: 50 });
    await streamApp(app(new Promise(() => undefined)), options);
    await expect.poll(sent).toMatch(/^<before><div>.*waiting.*<after>.*<end>$/);
    expect(late).toHaveLength(1);
  });

  it('reports no error when the client disconnects', async () => {
    const gone = new AbortController();
    const { options, late, sent } = setUp({ signal: gone.signal });
    const done = streamApp(app(new Promise(() => undefined)), options);
    await expect.poll(sent).toContain('<after>');
    gone.abort();
    await done;
    expect(late).toEqual([]);
  });

  it('sends nothing if streaming is off and the client disconnects before the data arrives', async () => {
    const gone = new AbortController();
    const { options, sent } = setUp({ isWhole: true, signal: gone.signal });
    const done = streamApp(app(new Promise(() => undefined)), options);
    gone.abort();
    await done;
    expect(sent()).toBe('');
  });
});
