import { sql, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { dataUrlOf, pngOf } from '#server/media/image-files.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { COMMON, MACHINE, NOTHING, PRIVATE, SAME, wrongHeaders, type Expected } from './testing-headers.ts';

const PAGES = {
  render: async () =>
    new Response('<p>A document</p><script>1</script>', {
      headers: { 'content-type': 'text/html', 'x-script-sources': INLINE },
    }),
};

const SITE = 'https://blog.example';
const REPORTS = 'report-uri /reports/csp; report-to csp';
const policyWith = (ancestors: string, more: string): string =>
  `default-src 'none'; base-uri 'none'; object-src 'none'; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors ${ancestors}; manifest-src 'self'; ${REPORTS}; ${more}`;
const INLINE = "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='";
const SELLERS = "script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'";

/** Directives that every policy must contain. */
const LEAST = ["default-src 'none'", "object-src 'none'", "base-uri 'none'", 'frame-ancestors '];
const ANYWHERE = { 'cross-origin-resource-policy': 'cross-origin' };
const DOCUMENT: Expected = {
  ...COMMON,
  ...SAME,
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'reporting-endpoints': 'csp="/reports/csp"',
};
const PICTURE: Expected = {
  ...COMMON,
  ...ANYWHERE,
  'content-security-policy': `${NOTHING}; sandbox`,
  'cache-control': 'public, max-age=31536000, immutable',
};
const IN_THE_SANDBOX: Expected = {
  ...COMMON,
  ...SAME,
  'x-sandbox': '1',
  'x-robots-tag': 'noindex, nofollow',
};
const hydrated = (more = ''): Expected => ({
  ...DOCUMENT,
  'content-security-policy': policyWith(
    "'none'",
    `script-src 'self' ${INLINE}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:${more}`,
  ),
});
const OF_SELLERS: Expected = { ...DOCUMENT, 'content-security-policy': policyWith("'none'", SELLERS) };
const OF_BUYERS: Expected = {
  ...DOCUMENT,
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': policyWith("'none'", "style-src 'self'; img-src 'self'"),
};
const framedBy = (ancestors: string): Expected => ({
  ...COMMON,
  ...ANYWHERE,
  'x-frame-options': null,
  'x-robots-tag': 'noindex',
  'content-security-policy': policyWith(ancestors, SELLERS),
});

const OF_AUTH: Expected = { ...PRIVATE, 'x-supabase-api-version': '2024-01-01' };
const LEAVING = `?${new URLSearchParams({ provider: 'google', code_challenge: 'c'.repeat(43), code_challenge_method: 's256' })}`;

/** GET routes of the auth API with their query. */
const AUTH_DOORS: Record<string, string> = {
  user: '',
  reauthenticate: '',
  authorize: LEAVING,
  callback: '?state=unknown',
  'user/identities/authorize': LEAVING,
  'factors/recovery-codes': '',
  passkeys: '',
};

/**
 * Every GET route with a path that it answers and the expected headers. API endpoints are checked with their contract
 * (`api/contract-answers.test.ts`).
 */
type Row = { path: string; headers: Expected; bearer?: string };

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
  const at = (path: string, headers: Expected): Row => ({ path, headers });
  return {
    'GET /healthz': [at('/healthz', PRIVATE)],
    'GET /readyz': [at('/readyz', PRIVATE)],
    'GET /metrics': [at('/metrics', PRIVATE)],
    'GET /internal/tls-allowed': [at('/internal/tls-allowed?domain=localhost', MACHINE)],
    ...Object.fromEntries(
      Object.entries(AUTH_DOORS).map(([path, query]) => [
        `GET /auth/v1/${path}`,
        [{ path: `/auth/v1/${path}${query}`, headers: OF_AUTH, bearer: seller.session.access_token }],
      ]),
    ),
    'GET /stripe/return': [at('/stripe/return?state=x', PRIVATE)],
    'GET /auth/v1/.well-known/jwks.json': [
      at('/auth/v1/.well-known/jwks.json', { ...MACHINE, 'access-control-allow-origin': '*' }),
    ],
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
    'GET /api/v1/openapi.json': [at('/api/v1/openapi.json', MACHINE)],
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
      ...['/purchases', '/purchases/open'].map((path) => at(path, OF_BUYERS)),
      at('/blog/a-post', {
        ...DOCUMENT,
        'content-security-policy': new RegExp(
          `script-src 'self' ${INLINE.replaceAll(/[+/=]/g, '.')}; style-src 'self'; style-src-attr 'unsafe-inline'`,
        ),
      }),
    ],
    'GET /sandbox': ['/sandbox', '/sandbox/clock'].map((path) => at(path, IN_THE_SANDBOX)),
  };
}

const doorsOf = ({ routes }: TestShop): string[] => [
  ...new Set(
    routes
      .filter(({ method, path }) => method === 'GET' && !/^\/(sandbox|operator)/.test(path))
      .map(({ path }) => `GET ${path}`),
  ),
];

test('sends exactly the headers of its group on every GET route', async () => {
  const shop = await openShop({ pagesEntry: PAGES });
  const table = await rows(shop);
  for (const door of doorsOf(shop)) expect(Object.keys(table)).toContain(door);
  const wrong: unknown[] = [];
  for (const row of Object.values(table).flat()) {
    const authorization = row.bearer && `Bearer ${row.bearer}`;
    const { headers } = await shop.request(row.path, authorization ? { headers: { authorization } } : {});
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = /script-src[^;]*/.exec(policy)?.[0] ?? '';
    const lacks = LEAST.filter((part) => !policy.includes(part));
    if (lacks.length > 0 || !policy || /unsafe/.test(scripts)) wrong.push([row.path, policy]);
    const differs = wrongHeaders(headers, row.headers);
    if (differs.length > 0) wrong.push([row.path, ...differs]);
  }
  expect(wrong).toEqual([]);
}, 60_000);

test('sends HSTS for two years on every route when the public origin uses TLS', async () => {
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

/** All rows of the database as text. */
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

/** GET routes that change something: the beacon image, and auth endpoints that need a token. */
const ACTS = new Set([
  'GET /c/:slug/seen.gif',
  'GET /auth/v1/reauthenticate',
  'GET /auth/v1/authorize',
  'GET /auth/v1/user/identities/authorize',
]);

test('changes nothing in the database on reads', async () => {
  const shop = await openShop({ pagesEntry: PAGES });
  const table = await rows(shop);
  const read = Object.entries(table).flatMap(([door, asked]) => (ACTS.has(door) ? [] : asked));
  const signedIn = new Map<string, number>();
  const crawl = async () => {
    for (const { path, bearer } of read) {
      const { status } = await shop.request(
        path,
        bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {},
      );
      if (bearer) signedIn.set(path, status);
    }
    await shop.settled();
  };
  // The first crawl renders images and creates the first signing key.
  await crawl();
  const before = await held(shop);
  await crawl();
  expect(await held(shop)).toBe(before);
  // The signed-in requests were authorized.
  expect(signedIn.get('/auth/v1/user')).toBe(200);
  expect([...signedIn].filter(([, status]) => status === 401 || status === 403)).toEqual([]);
}, 60_000);
