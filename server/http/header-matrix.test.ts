import { sql, type SQL } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { fontFiles } from '#server/db/schema-pages.ts';
import { createContent, createDataFolder, uploadFile } from '#server/testing/file-delivery.ts';
import { dataUrlOf, pngOf } from '#server/testing/image-files.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { createPublicServices } from '../routes/public-services.ts';
import {
  COMMON_EXPECTED,
  API_EXPECTED,
  API_CSP_TEXT,
  PRIVATE_EXPECTED,
  SAME_ORIGIN,
  listWrongHeaders,
  type ExpectedHeaders,
} from '../testing/expected-headers.ts';

const PAGES_ENTRY = {
  render: async () =>
    new Response('<p>A document</p><script>1</script>', {
      headers: { 'content-type': 'text/html', 'x-script-sources': INLINE },
    }),
};

const SITE = 'https://blog.example';
const REPORTS = 'report-uri /reports/csp; report-to csp';
const policyWith = (ancestors: string, extra: string): string =>
  `default-src 'none'; base-uri 'none'; object-src 'none'; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors ${ancestors}; manifest-src 'self'; ${REPORTS}; ${extra}`;
const INLINE = "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='";
const SELLER_SOURCES = "script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'";

/** Directives that every policy must contain. */
const REQUIRED_DIRECTIVES = ["default-src 'none'", "object-src 'none'", "base-uri 'none'", 'frame-ancestors '];
const CROSS_ORIGIN = { 'cross-origin-resource-policy': 'cross-origin' };
const DOCUMENT: ExpectedHeaders = {
  ...COMMON_EXPECTED,
  ...SAME_ORIGIN,
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'reporting-endpoints': 'csp="/reports/csp"',
};
const IMMUTABLE = 'public, max-age=31536000, immutable';
const IMAGE: ExpectedHeaders = {
  ...COMMON_EXPECTED,
  ...CROSS_ORIGIN,
  'content-security-policy': `${API_CSP_TEXT}; sandbox`,
  'cache-control': IMMUTABLE,
};
const FONT_FILE = `${'f'.repeat(22)}.woff2`;
const FILE: ExpectedHeaders = {
  ...COMMON_EXPECTED,
  ...SAME_ORIGIN,
  'content-security-policy': `sandbox; ${API_CSP_TEXT}`,
  'content-disposition': /^attachment; /,
  'cache-control': 'private, no-store, no-transform',
  'referrer-policy': 'no-referrer',
};
const FONT: ExpectedHeaders = { ...API_EXPECTED, 'cache-control': IMMUTABLE };
const SANDBOX_PAGE: ExpectedHeaders = {
  ...COMMON_EXPECTED,
  ...SAME_ORIGIN,
  'x-sandbox': '1',
  'x-robots-tag': 'noindex, nofollow',
};
const hydratedDocument = (extra = ''): ExpectedHeaders => ({
  ...DOCUMENT,
  'content-security-policy': policyWith(
    "'none'",
    `script-src 'self' ${INLINE}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:${extra}`,
  ),
});
const SELLER_DOCUMENT: ExpectedHeaders = {
  ...DOCUMENT,
  'content-security-policy': policyWith("'none'", SELLER_SOURCES),
};
const BUYER_DOCUMENT: ExpectedHeaders = {
  ...DOCUMENT,
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': policyWith("'none'", "style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'"),
};
const embeddableBy = (ancestors: string): ExpectedHeaders => ({
  ...COMMON_EXPECTED,
  ...CROSS_ORIGIN,
  'x-frame-options': null,
  'x-robots-tag': 'noindex',
  'content-security-policy': policyWith(ancestors, SELLER_SOURCES),
});

const AUTH_RESPONSE: ExpectedHeaders = { ...PRIVATE_EXPECTED, 'x-supabase-api-version': '2024-01-01' };
const AUTHORIZE_QUERY = `?${new URLSearchParams({ provider: 'google', code_challenge: 'c'.repeat(43), code_challenge_method: 's256' })}`;

/** GET routes of the auth API with their query. */
const AUTH_ROUTES: Record<string, string> = {
  user: '',
  reauthenticate: '',
  authorize: AUTHORIZE_QUERY,
  callback: '?state=unknown',
  'user/identities/authorize': AUTHORIZE_QUERY,
  'factors/recovery-codes': '',
  passkeys: '',
};

/**
 * Every GET route with a path that it answers and the expected headers. API endpoints are checked with their contract
 * (`api/contract-answers.test.ts`).
 */
type MatrixRow = { path: string; headers: ExpectedHeaders; bearer?: string };

async function createRows(app: TestApp): Promise<Record<string, MatrixRow[]>> {
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ embedding: { origins: [SITE] }, productName: 'Taller' }, 'taller');
  const image = dataUrlOf('image/png', await pngOf(8, 8));
  const { url } = (await seller.rpc('upload-image', { image, use: 'product' })).body;
  const page = await createPublicServices(app.context).findPage('taller');
  const imagePath = page.kind === 'page' ? `/og/${page.page.versionId}.png` : '';
  const font = { name: FONT_FILE, bytes: new Uint8Array(4), usedAt: app.context.realNow() };
  await app.context.db.insert(fontFiles).values(font);
  const file = await uploadFile(app, seller, { pageId, content: createContent(5) });
  const fileLink = (await seller.rpc('create-file-link', { deliverableId: file.id })).body;
  const row = (path: string, headers: ExpectedHeaders): MatrixRow => ({ path, headers });
  return {
    'GET /healthz': [row('/healthz', PRIVATE_EXPECTED)],
    'GET /readyz': [row('/readyz', PRIVATE_EXPECTED)],
    'GET /metrics': [row('/metrics', PRIVATE_EXPECTED)],
    'GET /internal/tls-allowed': [row('/internal/tls-allowed?domain=localhost', API_EXPECTED)],
    ...Object.fromEntries(
      Object.entries(AUTH_ROUTES).map(([path, query]) => [
        `GET /auth/v1/${path}`,
        [{ path: `/auth/v1/${path}${query}`, headers: AUTH_RESPONSE, bearer: seller.session.access_token }],
      ]),
    ),
    'GET /stripe/return': [row('/stripe/return?state=x', PRIVATE_EXPECTED)],
    'GET /auth/v1/.well-known/jwks.json': [
      row('/auth/v1/.well-known/jwks.json', { ...API_EXPECTED, 'access-control-allow-origin': '*' }),
    ],
    'GET /functions/v1/sitemap': [row('/functions/v1/sitemap', PRIVATE_EXPECTED)],
    'GET /sitemap.xml': [row('/sitemap.xml', API_EXPECTED)],
    'GET /:part{sitemap-[0-9]+\\.xml}': [row('/sitemap-1.xml', hydratedDocument())],
    'GET /robots.txt': [row('/robots.txt', API_EXPECTED)],
    'GET /.well-known/security.txt': [row('/.well-known/security.txt', API_EXPECTED)],
    'GET /site.webmanifest': [row('/site.webmanifest', API_EXPECTED)],
    'GET /llms.txt': [row('/llms.txt', API_EXPECTED)],
    'GET /developers/postman.json': [row('/developers/postman.json', API_EXPECTED)],
    'GET /media/:file': [row(url, IMAGE)],
    'GET /uploads/:id': [row('/uploads/unknown', PRIVATE_EXPECTED)],
    'GET /files/:token': [row('/files/unknown', PRIVATE_EXPECTED), row(new URL(fileLink.url).pathname, FILE)],
    'GET /fonts/:file': [row(`/fonts/${FONT_FILE}`, FONT)],
    'GET /og/:file': [row(imagePath, IMAGE)],
    'GET /c/:slug/seen.gif': [row('/c/taller/seen.gif?v=1', API_EXPECTED)],
    'GET /c/:slug/now': [row('/c/taller/now', API_EXPECTED)],
    'GET /e/:slug': [
      row(`/e/taller?origin=${SITE}`, embeddableBy(SITE)),
      row('/e/taller?origin=https://elsewhere.example', embeddableBy('*')),
      row('/e/nowhere', embeddableBy('*')),
    ],
    'GET /e/:slug/done': [row(`/e/taller/done?origin=${SITE}`, embeddableBy(SITE))],
    'GET /success': [row('/success', SELLER_DOCUMENT)],
    ...Object.fromEntries(
      ['f', 'l'].flatMap((part) => [
        [`GET /g/:token/${part}/:id`, [row(`/g/unknown/${part}/unknown`, BUYER_DOCUMENT)]],
        [`GET /success/${part}/:id`, [row(`/success/${part}/unknown`, SELLER_DOCUMENT)]],
        [`GET /purchases/${part}/:id`, [row(`/purchases/${part}/unknown`, BUYER_DOCUMENT)]],
      ]),
    ),
    'GET /api/v1/openapi.json': [row('/api/v1/openapi.json', API_EXPECTED)],
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
      ].map((path) => row(path, hydratedDocument())),
      ...['/c/taller', '/c/nowhere', '/checkout/sample', '/subscription/sample', `/c/taller/pay/${pageId}`].map(
        (path) => row(path, SELLER_DOCUMENT),
      ),
      ...['/purchases', '/purchases/open', '/g/unknown', '/g/emails/unknown'].map((path) => row(path, BUYER_DOCUMENT)),
      row('/g/sample/unknown', hydratedDocument()),
      row('/blog/a-post', {
        ...DOCUMENT,
        'content-security-policy': new RegExp(
          `script-src 'self' ${INLINE.replaceAll(/[+/=]/g, '.')}; style-src 'self'; style-src-attr 'unsafe-inline'`,
        ),
      }),
    ],
    'GET /sandbox': ['/sandbox', '/sandbox/clock'].map((path) => row(path, SANDBOX_PAGE)),
  };
}

const getRoutes = ({ routes }: TestApp): string[] => [
  ...new Set(
    routes
      .filter(({ method, path }) => method === 'GET' && !/^\/(sandbox|operator)/.test(path))
      .map(({ path }) => `GET ${path}`),
  ),
];

test('sends exactly the headers of its group on every GET route', async () => {
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY, env: { DATA_DIR: await createDataFolder() } });
  const table = await createRows(app);
  for (const route of getRoutes(app)) expect(Object.keys(table)).toContain(route);
  const failures: unknown[] = [];
  for (const row of Object.values(table).flat()) {
    const authorization = row.bearer && `Bearer ${row.bearer}`;
    const { headers, body } = await app.request(row.path, authorization ? { headers: { authorization } } : {});
    await body?.cancel();
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = /script-src[^;]*/.exec(policy)?.[0] ?? '';
    const missing = REQUIRED_DIRECTIVES.filter((directive) => !policy.includes(directive));
    if (missing.length > 0 || !policy || /unsafe/.test(scripts)) failures.push([row.path, policy]);
    const differences = listWrongHeaders(headers, row.headers);
    if (differences.length > 0) failures.push([row.path, ...differences]);
  }
  expect(failures).toEqual([]);
}, 60_000);

test('sends HSTS for two years on every route when the public origin uses TLS', async () => {
  const app = await createTestApp({
    pagesEntry: PAGES_ENTRY,
    env: { APP_URL: 'https://shop.example', DATA_DIR: await createDataFolder() },
  });
  const hstsByPath: Record<string, string | null> = {};
  const paths = Object.values(await createRows(app))
    .flat()
    .map(({ path }) => path);
  for (const path of paths) {
    const { headers, body } = await app.request(path);
    await body?.cancel();
    hstsByPath[path] = headers.get('strict-transport-security');
  }
  expect(hstsByPath).toEqual(Object.fromEntries(paths.map((path) => [path, 'max-age=63072000; includeSubDomains'])));
}, 60_000);

/** All rows of the database as text. */
async function dumpDatabase({ context: { db } }: TestApp): Promise<string> {
  const rowsOf = async (query: SQL) => ((await db.execute(query)) as { rows: Record<string, string>[] }).rows;
  const tables = await rowsOf(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const dump: string[] = [];
  for (const { name = '' } of tables) {
    const tableRows = await rowsOf(sql.raw(`select to_jsonb(t)::text as row from ${name} t order by 1`));
    dump.push(name, ...tableRows.map(({ row = '' }) => row));
  }
  return dump.join('\n');
}

/** GET routes that change something: the image that counts a page view, and auth endpoints that need a token. */
const WRITING_GETS = new Set([
  'GET /c/:slug/seen.gif',
  'GET /auth/v1/reauthenticate',
  'GET /auth/v1/authorize',
  'GET /auth/v1/user/identities/authorize',
]);

test('changes nothing in the database on reads', async () => {
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY, env: { DATA_DIR: await createDataFolder() } });
  const table = await createRows(app);
  const readOnly = Object.entries(table).flatMap(([route, requests]) => (WRITING_GETS.has(route) ? [] : requests));
  const signedInStatuses = new Map<string, number>();
  const crawl = async () => {
    for (const { path, bearer } of readOnly) {
      const { status } = await app.request(path, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {});
      if (bearer) signedInStatuses.set(path, status);
    }
    await app.waitUntilIdle();
  };
  // The first crawl renders images and creates the first signing key.
  await crawl();
  const before = await dumpDatabase(app);
  await crawl();
  expect(await dumpDatabase(app)).toBe(before);
  // The signed-in requests were authorized.
  expect(signedInStatuses.get('/auth/v1/user')).toBe(200);
  expect([...signedInStatuses].filter(([, status]) => status === 401 || status === 403)).toEqual([]);
}, 60_000);
