import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

import { openLog } from './access-log.ts';

const ORDER = crypto.randomUUID();
const PAGE = `http://localhost:3000/success?t=${ORDER}`;

async function world(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => void lines.push(line) });
  const shop = await openShop({ log, env });
  const send = async (body: unknown, type = 'application/csp-report') =>
    (
      await shop.request('/reports/csp', {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    ).status;
  const said = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, string>)
      .filter(({ msg }) => msg?.includes('browser'));
  return { send, said, advance: shop.advance };
}

const old = (document = PAGE, blocked = 'https://evil.example/x.js?stolen=1') => ({
  'csp-report': {
    'document-uri': document,
    'blocked-uri': blocked,
    'effective-directive': 'script-src-elem',
  },
});

const anew = (documentURL = PAGE) => [
  {
    type: 'csp-violation',
    age: 1,
    url: PAGE,
    body: { documentURL, blockedURL: 'inline', effectiveDirective: 'script-src' },
  },
  { type: 'deprecation', age: 1, body: {} },
];

test('logs reports of both formats without personal data', async () => {
  const { send, said } = await world();
  expect(await send(old())).toBe(204);
  expect(await send(anew(`http://localhost:3000/c/taller/pay/${ORDER}`), 'application/reports+json')).toBe(
    204,
  );
  expect(said()).toMatchObject([
    {
      document: 'http://localhost:3000/success',
      blocked: 'https://evil.example/x.js',
      directive: 'script-src-elem',
    },
    { document: 'http://localhost:3000/c/taller/pay/:id', blocked: 'inline', directive: 'script-src' },
  ]);
});

test('ignores invalid, oversized and foreign reports', async () => {
  const { send, said } = await world();
  expect(await send('{')).toBe(400);
  expect(await send({ 'csp-report': 'x' })).toBe(400);
  expect(
    await send(
      Array.from({ length: 11 }, () => anew()[0]),
      'application/reports+json',
    ),
  ).toBe(400);
  expect(await send(old(), 'text/plain')).toBe(415);
  expect(await send(old(`${PAGE}${'x'.repeat(9000)}`))).toBe(413);
  expect(await send(old('https://elsewhere.example/'))).toBe(204);
  expect(await send(old('about'))).toBe(204);
  expect(said()).toEqual([]);
});

test('limits the log lines of a flood of reports', async () => {
  const { send, said, advance } = await world({ RATE_LIMITS: 'live' });
  // Moves to the start of a minute, so that the flood stays in one window.
  advance(60_000 - (Date.now() % 60_000));
  for (let times = 0; times < 40; times += 1) expect(await send(old())).toBe(204);
  expect(said()).toHaveLength(30);
});
