/* Repeats a published draw and checks that a ticket is in it, with the standard library of Node 20 alone.

    node verify.mjs https://site.example keno-7790 [receipt number]    reads the draw and the ticket from a site
    node verify.mjs record.json [proof.json]    reads answers of draws/verify and draws/ticketProof from files

Exit status: 0 if all checks agree, 1 if a check differs, 2 if the draw is not published yet. */
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Unsigned 32-bit numbers: eight from each HMAC block. */
function* stream({ seed, drawFunction, drawId, ticketsRoot }) {
  for (let block = 0; ; block += 1) {
    const message = `${drawFunction}\n${drawId}\n${ticketsRoot}\n${block}`;
    const bytes = createHmac('sha256', Buffer.from(seed, 'hex')).update(message).digest();
    for (let at = 0; at < 32; at += 4) yield bytes.readUInt32BE(at);
  }
}

/** The drawn numbers in draw order, computed from the seed, the draw id and the tickets' root. */
function draw(record) {
  const kind = record.drawParameters;
  const numbers = stream(record);
  const below = (n) => {
    if (n === 1) return 0;
    let { value } = numbers.next();
    while (value >= n * Math.floor(2 ** 32 / n)) ({ value } = numbers.next());
    return value % n;
  };
  const sample = (n, k) => {
    const moved = new Map();
    return Array.from({ length: k }, (_, i) => {
      const j = i + below(n - i);
      const taken = moved.get(j) ?? j;
      moved.set(j, moved.get(i) ?? i);
      return taken;
    });
  };
  const places = (count, among) => Array.from({ length: count }, () => among[below(among.length)]);
  if (kind.kind === 'balls' || kind.kind === 'keno')
    return sample(kind.pool, kind.drawn ?? kind.picks + kind.bonus).map((index) => String(index + 1));
  if (kind.kind === 'digits') return places(kind.digits, '0123456789');
  if (kind.kind === 'symbols') return places(kind.picks, kind.symbols);
  if (kind.kind === 'color') {
    const number = below(kind.numbers);
    return [String(number), ...kind.colors.filter((c) => c.numbers.includes(number)).map((c) => c.key)];
  }
  const prizes = kind.prizes.flatMap((prize) => Array.from({ length: prize.winners }, () => prize));
  const digits = Math.min(...prizes.map((prize) => prize.lastDigits));
  const endings = sample(10 ** digits, prizes.length);
  return prizes.map((prize, index) => {
    const leading = below(10 ** (prize.lastDigits - digits));
    const number = String(leading * 10 ** digits + endings[index]).padStart(prize.lastDigits, '0');
    return prize.series ? `${places(1, kind.series)[0]} ${number}` : number;
  });
}

/** The root that follows from an inclusion proof (RFC 9162, section 2.1.3.2). Null for an invalid proof. */
function rootOf({ leafData, leafIndex, siblings }, leaves) {
  let [node, at, last] = [sha256('\0', leafData), leafIndex, leaves - 1];
  for (const sibling of siblings.map((hex) => Buffer.from(hex, 'hex'))) {
    if (last === 0) return null;
    const isRight = at % 2 === 1 || at === last;
    node = isRight ? sha256('\x01', sibling, node) : sha256('\x01', node, sibling);
    if (isRight) for (; at % 2 === 0 && at > 0; at /= 2) last = Math.floor(last / 2);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && at === 0 ? node.toString('hex') : null;
}

const print = (...words) => process.stdout.write(`${words.join(' ')}\n`);
const [source = '', drawId, receiptNumber] = process.argv.slice(2);
const isSite = source.startsWith('http');
const headers = { 'content-type': 'application/json' };
const call = async (name, data, path) => {
  const asked = { method: 'POST', headers, body: JSON.stringify({ data }) };
  const answer = isSite ? await (await fetch(`${source}/api/${name}`, asked)).text() : readFileSync(path);
  return JSON.parse(answer).data ?? JSON.parse(answer);
};
const record = await call('draws/verify', { drawId }, source);
const hasTicket = (isSite ? receiptNumber : drawId) !== undefined;
const proof = hasTicket && (await call('draws/ticketProof', { drawId, receiptNumber }, drawId));
print(record.drawId, record.drawFunction, JSON.stringify(record.drawParameters));
print('committed', record.committedAt, 'sales opened', record.openedAt);
if (record.seed === null) {
  print('not published yet; keep its commitment:', record.commitment);
  process.exit(2);
}
const drawn = draw(record).join(' ');
const published = [record.drawn, record.correction?.drawnBefore ?? []].map((numbers) => numbers.join(' '));
const isCommitted = sha256(Buffer.from(record.seed, 'hex')).toString('hex') === record.commitment;
const checks = { commitment: isCommitted, [`numbers ${drawn}`]: published.includes(drawn) };
if (proof) checks['ticket has lines'] = proof.lines.length > 0;
for (const line of proof ? proof.lines : [])
  checks[`ticket ${JSON.stringify(line.leafData)}`] =
    rootOf(line, record.ticketsTotal) === record.ticketsRoot;
for (const [what, agrees] of Object.entries(checks)) print(agrees ? 'agrees ' : 'DIFFERS', what);
process.exitCode = Object.values(checks).includes(false) ? 1 : 0;
