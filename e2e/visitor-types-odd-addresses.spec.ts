import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, test } from './journey.ts';

type Answer = {
  status: number;
  /** By their names in small letters. */
  headers: Headers;
  body: string;
};

/** Asks exactly what is written: every library would tidy the address up first. */
async function ask(origin: string, line: string, more = ''): Promise<Answer> {
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n${more}\r\n`);
  const answer = await text(socket);
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const headers = new Headers(
    head
      .split('\r\n')
      .slice(1)
      .map((row): [string, string] => [
        row.slice(0, row.indexOf(':')),
        row.slice(row.indexOf(':') + 1).trim(),
      ]),
  );
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    headers,
    // An answer in pieces ends with an empty one.
    body: rest.join('\r\n\r\n').replace(/^0\r\n\r\n$/, ''),
  };
}

const LONG = 'x'.repeat(10_240);
const POST = 'coupons-without-regret';

/** What is asked, and how it is answered: a status, or the path that a 301 leads to. */
const ADDRESSES: Record<string, number | string> = {
  // One address for each document.
  '/pricing/': '/pricing',
  '/help/?q=coupon': '/help?q=coupon',
  '/blog//': '/blog',
  '//blog': '/blog',
  [`/blog//${POST}/`]: `/blog/${POST}`,
  '/c/demo/': '/c/demo',
  '/c//demo?coupon=A&x=%2F': '/c/demo?coupon=A&x=%2F',
  '/nothing/': '/nothing',
  '/assets/': '/assets',
  '//': '/',
  '///?x=1': '/?x=1',
  '/About': '/about',
  '/C/DEMO': '/c/demo',
  '/c/Demo/?utm_source=A': '/c/demo?utm_source=A',
  [`/blog/${POST.toUpperCase()}`]: `/blog/${POST}`,
  // Never to another host.
  '//evil.example': '/evil.example',
  '//evil.example/': '/evil.example',
  '////evil.example//': '/evil.example',
  '//evil.example/%2e%2e/': '/',
  '/%2F%2Fevil.example/': '/%2F%2Fevil.example',
  '/%5Cevil.example/': '/%5Cevil.example',
  '/.//evil.example/': '/evil.example',
  '/@evil.example/': '/@evil.example',
  // Not there, in whatever spelling.
  '/c/NOBODY': 404,
  '/blog/NOTHING': 404,
  '/Nothing-Here': 404,
  '/c': 404,
  '/c/%': 404,
  '/c/%00': 404,
  '/c/%ff': 404,
  '/c/%E0%A4%A': 404,
  '/c/%C0%AF': 404,
  '/c/%ED%A0%80': 404,
  '/c/%00.data': 404,
  '/c/demo%00': 404,
  '/c/demo%20': 404,
  '/c/demo;x=1': 404,
  '/c/%2564emo': 404, // Decoded once, it is another name.
  '/pricing;jsessionid=1': 404,
  '/blog/%ff': 404,
  '/blog/%00': 404,
  '/blog/%00.data': 404,
  '/blog/%E0%A4%A': 404,
  "/blog/' or 1=1 --": 400,
  "/blog/'%20or%201=1--": 404,
  '/blog/%3Cscript%3E': 404,
  '/blog/..%2f..%2fetc%2fpasswd': 404,
  '/blog/%F0%9F%92%B8': 404,
  '/..%2f..%2fetc/passwd': 404,
  '/%2e%2e%2fetc': 404,
  '/assets/..%2f..%2fpackage.json': 404,
  '/assets/%ff': 404,
  '/icons/%00': 404,
  '/samples/..%5c..%5cserver.ts': 404,
  '/media/%00': 404,
  '/media/%ff': 404,
  '/%0d%0aSet-Cookie:%20x=1': 404,
  '/.env': 404,
  '/.git/config': 404,
  '/wp-login.php': 404,
  '/index.html': 404,
  '/robots.txt/x': 404,
  '/sitemap-0.xml': 404,
  '/sitemap-9.xml': 404,
  '/sitemap-99999.xml': 404,
  '/nothing.data': 404,
  '/functions/v1/%00': 404,
  '/auth/v1/%ff': 404,
  '/webhooks/stripe/%ff': 404,
  '/sandbox/%ff': 404,
  '/checkout/%00': 404,
  '/subscription/%ff': 404,
  '/c/demo/pay/%00': 404,
  // Too long.
  [`/c/${'a'.repeat(3000)}`]: 414,
  [`/blog/${LONG}`]: 414,
  [`/${'a'.repeat(20_000)}`]: 431,
  // Odd, but there.
  '/': 200,
  '/?': 200,
  '/.': 200,
  '/%2e/': 200,
  '/c/../c/demo': 200,
  '/c/%64emo': 200,
  '/c/demo?coupon=%00': 200,
  '/c/demo?coupon=%ff&coupon=%': 200,
  [`/help?q=${LONG}`]: 200,
  '/help?q=%00%ff%': 200,
  '/help?q=(%5B.*%2B': 200,
  '/?notice=%00': 200,
  '/_root.data?_routes=%00': 200,
  '/success?t=%00&asked=NaN': 200,
  '/builder?page=%00': 200,
  '/auth?tab=%00': 200,
};

/** What is text says in which letters. */
const TYPED =
  /^((text\/[a-z-]+(; version=[\d.]+)?|([a-z]+\/)([a-z]+\+)?xml); charset=utf-8|application\/(manifest\+)?json(; charset=utf-8)?|image\/(png|webp|gif|x-icon)|font\/woff2)$/i;

/** The trace of a failure, which nobody outside may see. */
const TRACE = /\bat .+\.(js|ts|tsx):\d+|Error:/;
const short = (line: string): string => line.slice(0, 60);

test('every odd address has a clean answer', async ({ shop }) => {
  const answered: Record<string, number | string | null> = {};
  const wanted: Record<string, number | string | null> = {};
  for (const [address, expected] of Object.entries(ADDRESSES))
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await ask(shop.url, `${method} ${address}`);
      wanted[short(`${method} ${address}`)] = expected;
      answered[short(`${method} ${address}`)] = status === 301 ? headers.get('location') : status;
      expect.soft(body).not.toMatch(TRACE);
      expect.soft([address, lacking(headers)]).toEqual([address, []]);
      if (body)
        expect.soft([address, headers.get('content-type')]).toEqual([address, expect.stringMatching(TYPED)]);
    }
  expect(answered).toEqual(wanted);
});

/** What every answer has, whoever gives it. */
const COMMON: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'origin-agent-cluster': /^\?1$/,
  'permissions-policy': /^camera=\(\), microphone=\(\), geolocation=\(\), usb=\(\), payment=\(\)$/,
  'x-request-id': /^[\w-]{8,64}$/,
  'content-security-policy': /default-src 'none';.*frame-ancestors /,
};

/** Those of them that are not as they must be, and those that say what nobody need know. */
const lacking = (headers: Headers): string[] => [
  ...Object.entries(COMMON).flatMap(([name, value]) => (value.test(headers.get(name) ?? '') ? [] : [name])),
  ...['server', 'x-powered-by'].filter((name) => headers.has(name)),
];

test('whatever is answered says what it is, in which letters, and has the headers of every answer', async ({
  shop,
}) => {
  const home = await ask(shop.url, 'GET /');
  const assets = [...new Set(home.body.match(/\/(assets|icons)\/[\w./-]+\.\w+/g))];
  expect(assets.length).toBeGreaterThan(3);
  const others = ['/c/demo', '/e/demo', '/embed/v1.js', '/help', '/rss.xml', '/sitemap.xml', '/robots.txt'];
  const machines = ['/site.webmanifest', '/.well-known/security.txt', '/healthz', '/readyz', '/metrics'];
  const doors = ['/auth/v1/.well-known/jwks.json', '/auth/v1/user', '/api/v1/pages', '/api/v1/openapi.json'];
  const data = [
    '/pricing.data',
    '/c/demo/now',
    '/c/demo/seen.gif',
    '/functions/v1/sitemap',
    '/media/nothing',
  ];
  const types: Record<string, string | null> = {};
  for (const path of ['/', ...assets, ...others, ...machines, ...doors, ...data]) {
    const { headers, body } = await ask(shop.url, `GET ${path}`);
    if (body) types[path] = headers.get('content-type');
    expect.soft([path, lacking(headers)]).toEqual([path, []]);
  }
  expect(Object.keys(types).length).toBeGreaterThan(20);
  expect(Object.entries(types).filter(([, type]) => !TYPED.test(type ?? ''))).toEqual([]);
});

test('every method that a document does not take is told what it takes', async ({ shop }) => {
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n';
  const json = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
  const asked: [string, string, number, RegExp | null][] = [
    ['OPTIONS /', '', 204, /^GET, HEAD/],
    ['OPTIONS /c/demo', '', 204, /POST/],
    ['PUT /', form, 405, /^GET, HEAD, OPTIONS$/],
    ['PATCH /blog', form, 405, /^GET, HEAD, OPTIONS$/],
    ['DELETE /c/demo', '', 405, /POST/],
    ['PROPFIND /help', '', 405, /GET/],
    ['TRACE /', '', 405, /GET/],
    ['POST /', form, 405, /^GET, HEAD, OPTIONS$/],
    ['POST /pricing', form, 405, /^GET, HEAD, OPTIONS$/],
    ['POST /nothing', form, 405, /^GET, HEAD, OPTIONS$/],
    ['POST /c/demo', json, 415, null],
    ['POST /c/demo', form, 422, null],
    ['POST //evil.example/c/demo', form, 404, null],
    ['POST /sitemap.xml', form, 405, /GET/],
    ['BREW /', '', 400, null],
    ['OPTIONS *', '', 400, null],
    ['GET http://evil.example/', '', 421, null],
    ['GET evil.example', '', 400, null],
    ['GET /\\evil.example/', '', 400, null],
  ];
  for (const [line, headers, status, allow] of asked) {
    const answer = await ask(shop.url, line, headers);
    expect.soft([line, answer.status]).toEqual([line, status]);
    if (allow) expect.soft([line, answer.headers.get('allow')]).toEqual([line, expect.stringMatching(allow)]);
    expect.soft(answer.body).not.toMatch(TRACE);
    expect.soft([line, lacking(answer.headers)]).toEqual([line, []]);
  }
  // The shop serves other journeys too, and the sandbox's receiver fails when one of them tells it to.
  const failures = shop
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":50') && !line.includes('"path":"/sandbox/receiver/'));
  expect(failures).toEqual([]);
});
