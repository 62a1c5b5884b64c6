#!/usr/bin/env python3
"""Repeats a published draw and checks that a ticket is in it, with Python's standard library alone.

    verify.py https://site.example keno-7790 [receipt number]    reads the draw and the ticket from a site
    verify.py record.json [proof.json]    reads answers of draws/verify and draws/ticketProof from files

Exit status: 0 if all checks agree, 1 if a check differs, 2 if the draw is not published yet.
"""
import hashlib, hmac, json, sys, urllib.request

sha256 = lambda data: hashlib.sha256(data).digest()

def stream(seed, method, draw_id, root):
    """Unsigned 32-bit numbers: eight from each HMAC block."""
    block = 0
    while True:
        message = f'{method}\n{draw_id}\n{root}\n{block}'.encode()
        digest = hmac.new(seed, message, 'sha256').digest()
        yield from (int.from_bytes(digest[at:at + 4], 'big') for at in range(0, 32, 4))
        block += 1

def draw(record):
    """The drawn numbers in draw order, computed from the seed, the draw id and the tickets' root."""
    kind = record['drawParameters']
    numbers = stream(bytes.fromhex(record['seed']), record['drawFunction'], record['drawId'], record['ticketsRoot'])
    def below(n):
        if n == 1:
            return 0
        fair = n * (2**32 // n)
        return next(x for x in numbers if x < fair) % n
    def sample(n, k):
        moved, taken = {}, []
        for i in range(k):
            j = i + below(n - i)
            taken.append(moved.get(j, j))
            moved[j] = moved.get(i, i)
        return taken
    if kind['kind'] in ('balls', 'keno'):
        count = kind['drawn'] if kind['kind'] == 'keno' else kind['picks'] + kind['bonus']
        return [str(i + 1) for i in sample(kind['pool'], count)]
    if kind['kind'] == 'digits':
        return [str(below(10)) for _ in range(kind['digits'])]
    if kind['kind'] == 'symbols':
        return [kind['symbols'][below(len(kind['symbols']))] for _ in range(kind['picks'])]
    if kind['kind'] == 'color':
        number = below(kind['numbers'])
        return [str(number)] + [c['key'] for c in kind['colors'] if number in c['numbers']]
    prizes = [prize for prize in kind['prizes'] for _ in range(prize['winners'])]
    digits = min(prize['lastDigits'] for prize in prizes)
    drawn = []
    for prize, ending in zip(prizes, sample(10**digits, len(prizes))):
        leading = below(10 ** (prize['lastDigits'] - digits))
        number = str(leading * 10**digits + ending).zfill(prize['lastDigits'])
        drawn.append(f"{kind['series'][below(len(kind['series']))]} {number}" if prize['series'] else number)
    return drawn

def root_of(line, leaves):
    """The root that follows from an inclusion proof (RFC 9162, section 2.1.3.2). None for an invalid proof."""
    node, at, last = sha256(b'\0' + line['leafData'].encode()), line['leafIndex'], leaves - 1
    for sibling in map(bytes.fromhex, line['siblings']):
        if last == 0:
            return None
        if at % 2 == 1 or at == last:
            node = sha256(b'\1' + sibling + node)
            while at % 2 == 0 and at > 0:
                at, last = at // 2, last // 2
        else:
            node = sha256(b'\1' + node + sibling)
        at, last = at // 2, last // 2
    return node.hex() if last == 0 and at == 0 else None
def read(source):
    answer = json.load(source)
    return answer.get('data', answer)

def fetch(site, call, **data):
    body, headers = json.dumps({'data': data}).encode(), {'content-type': 'application/json'}
    return read(urllib.request.urlopen(urllib.request.Request(f'{site}/api/{call}', body, headers)))

source, *rest = sys.argv[1:]
if source.startswith('http'):
    record = fetch(source, 'draws/verify', drawId=rest[0])
    proof = fetch(source, 'draws/ticketProof', drawId=rest[0], receiptNumber=rest[1]) if rest[1:] else None
else:
    record, proof = read(open(source)), read(open(rest[0])) if rest else None
print(record['drawId'], record['drawFunction'], json.dumps(record['drawParameters']))
print('committed', record['committedAt'], 'sales opened', record.get('openedAt'))
if record['seed'] is None:
    print('not published yet; keep its commitment:', record['commitment'])
    sys.exit(2)
drawn, correction = draw(record), record.get('correction') or {}
checks = {'commitment': sha256(bytes.fromhex(record['seed'])).hex() == record['commitment'],
          'numbers ' + ' '.join(drawn): drawn in (record['drawn'], correction.get('drawnBefore'))}
if proof:
    checks['ticket has lines'] = bool(proof['lines'])
for line in proof['lines'] if proof else []:
    checks['ticket ' + json.dumps(line['leafData'])] = root_of(line, record['ticketsTotal']) == record['ticketsRoot']
for what, agrees in checks.items():
    print('agrees ' if agrees else 'DIFFERS', what)
sys.exit(0 if all(checks.values()) else 1)
