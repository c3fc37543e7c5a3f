import { sql, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { dataUrlOf, pngOf } from '#server/media/image-files.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, type TestShop } from '#server/testing.ts';

const PAGES = {
  render: async () =>
    new Response('<p>A document</p><script>1</script>', { headers: { 'content-type': 'text/html' } }),
};

const SITE = 'https://blog.example';
const REPORTS = 'report-uri /reports/csp; report-to csp';
const policyWith = (ancestors: string, more: string): string =>
  `default-src 'none'; base-uri 'none'; object-src 'none'; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors ${ancestors}; manifest-src 'self'; ${REPORTS}; ${more}`;
const INLINE = "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='";
const NOTHING = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const SELLERS = "script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'";

/** What no policy goes without. */
const LEAST = ["default-src 'none'", "object-src 'none'", "base-uri 'none'", 'frame-ancestors '];

type Headers = Record<string, string | null>;

const COMMON: Headers = {
  'x-content-type-options': 'nosniff',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
  'strict-transport-security': null,
  'access-control-allow-origin': null,
  'set-cookie': null,
  server: null,
  'x-powered-by': null,
};
const SAME = { 'cross-origin-resource-policy': 'same-origin' };
const ANYWHERE = { 'cross-origin-resource-policy': 'cross-origin' };
const DOCUMENT: Headers = {
  ...COMMON,
  ...SAME,
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'reporting-endpoints': 'csp="/reports/csp"',
};
const MACHINE: Headers = {
  ...COMMON,
  ...SAME,
  'content-security-policy': NOTHING,
};
const PRIVATE: Headers = { ...MACHINE, 'cache-control': 'no-store' };
const PICTURE: Headers = {
  ...COMMON,
  ...ANYWHERE,
  'content-security-policy': `${NOTHING}; sandbox`,
  'cache-control': 'public, max-age=31536000, immutable',
};
const IN_THE_SANDBOX: Headers = { ...COMMON, ...SAME, 'x-sandbox': '1', 'x-robots-tag': 'noindex, nofollow' };
const hydrated = (more = ''): Headers => ({
  ...DOCUMENT,
  'content-security-policy': policyWith(
    "'none'",
    `script-src 'self' ${INLINE}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:${more}`,
  ),
});
const OF_SELLERS: Headers = { ...DOCUMENT, 'content-security-policy': policyWith("'none'", SELLERS) };
const OF_BUYERS: Headers = {
  ...DOCUMENT,
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': policyWith("'none'", "style-src 'self'; img-src 'self'"),
};
const framedBy = (ancestors: string): Headers => ({
  ...COMMON,
  ...ANYWHERE,
  'x-frame-options': null,
  'x-robots-tag': 'noindex',
  'content-security-policy': policyWith(ancestors, SELLERS),
});

/** Every GET door, by its route, with an address that it answers and what must come along. */
type Row = { path: string; headers: Headers };

async function rows(shop: TestShop): Promise<Record<string, Row[]>> {
  const seller = await shop.seller();
  const { pageId } = await seller.publish(
    { embedding: { origins: [SITE] }, productName: 'Taller' },
    'taller',
  );
  const image = dataUrlOf('image/png', await pngOf(8, 8));
  const { url } = (await seller.call('upload-image', { image, use: 'product' })).body;
  const found = await publicShop(shop.context).findPage('taller');
  const picture = found.kind === 'page' ? `/og/${found.page.versionId}.png` : '';
  const at = (path: string, headers: Headers): Row => ({ path, headers });
  return {
    'GET /healthz': [at('/healthz', PRIVATE)],
    'GET /readyz': [at('/readyz', PRIVATE)],
    'GET /metrics': [at('/metrics', PRIVATE)],
    'GET /internal/tls-allowed': [at('/internal/tls-allowed?domain=localhost', MACHINE)],
    'GET /auth/v1/user': [at('/auth/v1/user', PRIVATE)],
    'GET /auth/v1/.well-known/jwks.json': [at('/auth/v1/.well-known/jwks.json', MACHINE)],
    'GET /functions/v1/sitemap': [at('/functions/v1/sitemap', PRIVATE)],
    'GET /sitemap.xml': [at('/sitemap.xml', MACHINE)],
    'GET /:part{sitemap-[0-9]+\\.xml}': [at('/sitemap-1.xml', hydrated())],
    'GET /robots.txt': [at('/robots.txt', MACHINE)],
    'GET /.well-known/security.txt': [at('/.well-known/security.txt', MACHINE)],
    'GET /site.webmanifest': [at('/site.webmanifest', MACHINE)],
    'GET /media/:file': [at(url, PICTURE)],
    'GET /og/:file': [at(picture, PICTURE)],
    'GET /c/:slug/seen.gif': [at('/c/taller/seen.gif?v=1', MACHINE)],
    'GET /c/:slug/now': [at('/c/taller/now', MACHINE)],
    'GET /e/:slug': [
      at(`/e/taller?origin=${SITE}`, framedBy(SITE)),
      at('/e/taller?origin=https://elsewhere.example', framedBy('*')),
      at('/e/nowhere', framedBy('*')),
    ],
    'GET /e/:slug/done': [at(`/e/taller/done?origin=${SITE}`, framedBy(SITE))],
    'GET /success': [at('/success', OF_SELLERS)],
    'GET /api/v1/pages/:pageId': [at(`/api/v1/pages/${pageId}`, PRIVATE)],
    'GET /*': [
      ...[
        '/',
        '/pricing',
        '/help',
        '/report',
        '/auth',
        '/auth/confirm',
        '/builder',
        '/pages',
        '/orders',
        '/account',
      ].map((path) => at(path, hydrated())),
      ...[
        '/c/taller',
        '/c/nowhere',
        '/checkout/sample',
        '/subscription/sample',
        `/c/taller/pay/${pageId}`,
      ].map((path) => at(path, OF_SELLERS)),
      ...['/purchases', '/purchases/open', '/purchases/data'].map((path) => at(path, OF_BUYERS)),
      at('/blog/a-post', {
        ...DOCUMENT,
        'content-security-policy': expect.stringMatching(
          new RegExp(
            `script-src 'self' ${INLINE.replaceAll(/[+/=]/g, '.')}; style-src 'self'; style-src-attr 'unsafe-inline'`,
          ),
        ) as string,
      }),
    ],
    'GET /sandbox': ['/sandbox', '/sandbox/clock'].map((path) => at(path, IN_THE_SANDBOX)),
  };
}

const doorsOf = ({ routes }: TestShop): string[] => [
  ...new Set(
    routes
      .filter(({ method, path }) => method === 'GET' && !/^\/(sandbox|operator|api\/v1|auth\/v1)/.test(path))
      .map(({ path }) => `GET ${path}`),
  ),
];

test('every door that is read answers with exactly the headers of its group', async () => {
  const shop = await openShop({ pagesEntry: PAGES });
  const table = await rows(shop);
  for (const door of doorsOf(shop)) expect(Object.keys(table)).toContain(door);
  const wrong: unknown[] = [];
  for (const row of Object.values(table).flat()) {
    const { headers } = await shop.request(row.path);
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = /script-src[^;]*/.exec(policy)?.[0] ?? '';
    const lacks = row.headers === IN_THE_SANDBOX ? [] : LEAST.filter((part) => !policy.includes(part));
    if (lacks.length > 0 || !policy || /unsafe/.test(scripts)) wrong.push([row.path, policy]);
    const got = Object.fromEntries(Object.keys(row.headers).map((name) => [name, headers.get(name)]));
    try {
      expect(got).toEqual(row.headers);
    } catch {
      const differs = Object.keys(got).filter((name) => got[name] !== row.headers[name]);
      wrong.push([
        row.path,
        ...differs.map((name) => `${name}: ${got[name]} instead of ${String(row.headers[name])}`),
      ]);
    }
  }
  expect(wrong).toEqual([]);
}, 60_000);

test('where the public origin has TLS, every door holds browsers to it for two years', async () => {
  const shop = await openShop({ pagesEntry: PAGES, env: { APP_URL: 'https://shop.example' } });
  const held: Record<string, string | null> = {};
  const paths = Object.values(await rows(shop))
    .flat()
    .map(({ path }) => path);
  for (const path of paths) held[path] = (await shop.request(path)).headers.get('strict-transport-security');
  expect(held).toEqual(
    Object.fromEntries(paths.map((path) => [path, 'max-age=63072000; includeSubDomains'])),
  );
}, 60_000);

/** Everything that the database holds, but for what is left of it on the way. */
async function held({ context: { db } }: TestShop): Promise<string> {
  const rowsOf = async (query: SQL) => ((await db.execute(query)) as { rows: Record<string, string>[] }).rows;
  const tables = await rowsOf(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const texts: string[] = [];
  for (const { name = '' } of tables) {
    const kept = await rowsOf(sql.raw(`select to_jsonb(t)::text as row from ${name} t order by 1`));
    texts.push(name, ...kept.map(({ row = '' }) => row));
  }
  return texts.join('\n');
}

test('whatever is only read changes nothing', async () => {
  const shop = await openShop({ pagesEntry: PAGES });
  const table = await rows(shop);
  // A look is counted: that is what its picture is for.
  const paths = Object.entries(table).flatMap(([door, asked]) =>
    door === 'GET /c/:slug/seen.gif' ? [] : asked.map(({ path }) => path),
  );
  const crawl = async () => {
    for (const path of paths) await shop.request(path);
    await shop.settled();
  };
  // The first look draws pictures, and makes the key that nobody had needed yet.
  await crawl();
  const before = await held(shop);
  await crawl();
  expect(await held(shop)).toBe(before);
}, 60_000);
