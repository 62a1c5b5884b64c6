import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../../bench/processes.ts';
import { askRemote, userAgent } from '../../../bench/remote.ts';
import { isHit, isInDistress } from '../../../bench/remote-plan.ts';

interface Visited {
  origin: string;
  requests: IncomingMessage[];
}

async function siteThat(answer: (req: IncomingMessage, res: ServerResponse) => void): Promise<Visited> {
  const requests: IncomingMessage[] = [];
  const server = createServer((req, res) => {
    requests.push(req);
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${portOf(server)}`, requests };
}

const plan = { requests: 60, connections: 3, seconds: 30 };

test('a remote bench run sends exactly the planned GET requests and prints a report', async () => {
  const { origin, requests } = await siteThat((req, res) => {
    res.setHeader('cache-status', 'edge; hit; ttl=5');
    if (req.url === '/no-such-page') res.statusCode = 404;
    res.end('0123456789');
  });
  const lines: string[] = [];
  expect(await askRemote(origin, plan, (line: string) => lines.push(line))).toBe(0);
  expect(requests).toHaveLength(60);
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(new Set(requests.map(({ headers }) => headers['user-agent']))).toEqual(new Set([userAgent]));
  const report = lines.join('\n');
  expect(report).toMatch(/Answers +60 in/);
  expect(report).toMatch(/Errors +0 \(0\.0 %\)/);
  expect(report).toMatch(/From a cache +100\.0 %/);
  expect(report).toMatch(/Statuses +200 \d+, 404 \d+/);
  expect(report).toContain("the plan's 60 requests");
});

test('a remote bench run stops early when the site answers with many errors', async () => {
  const { origin, requests } = await siteThat((_req, res) => {
    res.statusCode = 503;
    res.end();
  });
  const lines: string[] = [];
  const answer = await askRemote(origin, { ...plan, requests: 5000 }, (line: string) => lines.push(line));
  expect(answer).toBe(1);
  expect(requests.length).toBeLessThan(40);
  expect(lines.join('\n')).toContain('distress');
});

test('a remote bench run counts a redirect as an answer and does not follow it', async () => {
  const other = await siteThat((_req, res) => void res.end());
  const { origin, requests } = await siteThat((_req, res) => {
    res.writeHead(302, { location: `${other.origin}/` });
    res.end();
  });
  expect(await askRemote(origin, plan, () => undefined)).toBe(0);
  expect(requests).toHaveLength(60);
  expect(other.requests).toHaveLength(0);
});

test('a remote bench run aborts unanswered requests at its time limit and does not count them as errors', async () => {
  const { origin } = await siteThat((req, res) => {
    if (req.url === '/') res.end('quick');
  });
  const lines: string[] = [];
  const answer = await askRemote(origin, { ...plan, seconds: 0.5 }, (line: string) => lines.push(line));
  expect(answer).toBe(0);
  expect(lines.join('\n')).toMatch(/Errors +0 /);
});

test('isInDistress returns true for an error rate above 5 %, but only after 20 answers', () => {
  expect(isInDistress(10, 10)).toBe(false);
  expect(isInDistress(20, 1)).toBe(false);
  expect(isInDistress(20, 2)).toBe(true);
  expect(isInDistress(1000, 50)).toBe(false);
  expect(isInDistress(1000, 51)).toBe(true);
});

test.for([
  ['golden-lotto; hit; ttl=3', true],
  ['golden-lotto; fwd=uri-miss; stored, "the, edge"; hit', true],
  ['golden-lotto;hit', true],
  ['golden-lotto; fwd=uri-miss; stored', false],
  ['golden-lotto; fwd=uri-miss; key="; hit"', false],
  ['"a; hit"; fwd=bypass', false],
  ['', false],
] as const)('isHit for Cache-Status %j returns %s', ([value, expected]) => {
  expect(isHit({ 'cache-status': value })).toBe(expected);
});

test('isHit reads X-Cache if there is no Cache-Status header', () => {
  expect(isHit({ 'x-cache': 'HIT' })).toBe(true);
  expect(isHit({ 'x-cache': 'MISS' })).toBe(false);
});
