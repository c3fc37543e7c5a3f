import { expect, test } from 'vitest';

import { createTestApp, TEST_ORIGIN, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

/** Routes that accept signed forms from a provider's own page: the tests of identities cover them. */
const CALLBACK = '/auth/v1/callback';
const isMutating = ({ method, path }: { method: string; path: string }) =>
  ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && /^\/(auth|functions)\/v1\//.test(path) && path !== CALLBACK;

/** Each route that changes something, with a matching path. */
const listMutatingRoutes = (app: TestApp) => {
  const routes = app.routes.filter(isMutating).map(({ method, path }) => ({
    method,
    path: path.replace(':id', crypto.randomUUID()),
  }));
  expect(routes.length).toBeGreaterThan(50);
  return routes;
};

const PUBLIC_PATHS =
  /\/(signup|token|recover|resend|verify|authentication\/(options|verify)|create-checkout-session|apply-coupon|report-page)$/;

const formatTokenCookies = ({ session }: TestSeller) =>
  ['access_token', 'sb-access-token', 'sb-auth-token', 'tillwright', 'session', 'Authorization']
    .map((name) => `${name}=${session.access_token}`)
    .concat(`sb-refresh-token=${session.refresh_token}`)
    .join('; ');

test('no route changes anything when only cookies are sent, whatever they contain', async () => {
  const app = await createTestApp();
  const cookie = formatTokenCookies(await app.signUpSeller());
  for (const { method, path } of listMutatingRoutes(app)) {
    if (PUBLIC_PATHS.test(path)) continue;
    const headers = { cookie, 'content-type': 'application/json' };
    const { status } = await app.request(path, { method, headers, body: '{}' });
    expect([method, path, status]).toEqual([method, path, 401]);
  }
});

test('no route sets a cookie', async () => {
  const app = await createTestApp();
  const { session } = await app.signUpSeller();
  const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' };
  const isSignOut = ({ path }: { path: string }) => path.endsWith('/logout');
  // Signs out last, so that the session lives for all other routes.
  const routes = listMutatingRoutes(app).toSorted((a, b) => Number(isSignOut(a)) - Number(isSignOut(b)));
  for (const { method, path } of routes) {
    const response = await app.request(path, { method, headers, body: '{}' });
    expect([path, response.status === 401, response.headers.get('set-cookie')]).toEqual([path, false, null]);
  }
});

test('rejects forms of other pages: only JSON is accepted', async () => {
  const app = await createTestApp();
  const { session } = await app.signUpSeller();
  const authorization = `Bearer ${session.access_token}`;
  const bodies = [
    ['text/plain', '{"a":1}'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n\r\n--x--'],
  ] as const;
  for (const { method, path } of listMutatingRoutes(app)) {
    for (const [type, body] of bodies) {
      const query = path.endsWith('/token') ? '?grant_type=password' : '';
      const headers = { authorization, 'content-type': type };
      const { status } = await app.request(path + query, { method, headers, body });
      expect([method, path, type, status].join(' ')).toMatch(/ (415|404)$/);
    }
  }
});

test('rejects pages of other sites on each route, without a readable response', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const origins = [
    'https://evil.example',
    'null',
    `${TEST_ORIGIN}.evil.example`,
    'http://localhost:3001',
    'http://localhost',
    'http://evil@localhost:3000',
    'chrome-extension://abc',
    '',
  ];
  for (const { method, path } of listMutatingRoutes(app)) {
    for (const origin of origins) {
      const headers = {
        authorization: `Bearer ${seller.session.access_token}`,
        'content-type': 'application/json',
        origin,
      };
      const response = await app.request(path, { method, headers, body: '{}' });
      const body = (await response.json()) as { code?: string; error?: { code: string } };
      expect([path, origin, response.status, body.code ?? body.error?.code]).toEqual([
        path,
        origin,
        403,
        'foreign_origin',
      ]);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  }
});

test('accepts our own pages, by the configured origin and by the requested host', async () => {
  const app = await createTestApp({ env: { APP_URL: 'https://shop.example' } });
  const { session } = await app.signUpSeller();
  const listPagesFrom = async (baseUrl: string, origin: string) =>
    (
      await app.fetch(
        new Request(`${baseUrl}/functions/v1/list-pages`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${session.access_token}`,
            'content-type': 'application/json',
            origin,
          },
          body: '{}',
        }),
      )
    ).status;
  expect(await listPagesFrom('https://shop.example', 'https://shop.example')).toBe(200);
  expect(await listPagesFrom('http://127.0.0.1:3000', 'https://shop.example')).toBe(200);
  expect(await listPagesFrom('http://localhost:8080', 'http://localhost:8080')).toBe(200);
  expect(await listPagesFrom('http://localhost:8080', 'http://localhost:3000')).toBe(403);
});

test('grants no preflight of another site', async () => {
  const app = await createTestApp();
  for (const { method, path } of listMutatingRoutes(app)) {
    const headers = {
      origin: 'https://evil.example',
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization, content-type',
    };
    const response = await app.request(path, { method: 'OPTIONS', headers });
    expect([path, response.status >= 400]).toEqual([path, true]);
    for (const name of ['origin', 'headers', 'methods', 'credentials'])
      expect(response.headers.get(`access-control-allow-${name}`)).toBeNull();
  }
});

test('rejects prototype keys and bodies with 64 levels at once', async () => {
  const app = await createTestApp();
  const { session } = await app.signUpSeller();
  const headers = { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' };
  const deepJson = '{"a":'.repeat(64) + '1' + '}'.repeat(64);
  const bodies = [
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    deepJson,
    `{"data":${deepJson}}`,
    '['.repeat(7000) + ']'.repeat(7000),
  ];
  for (const { method, path } of listMutatingRoutes(app)) {
    if (/logout|:id/.test(path) || /[0-9a-f-]{36}/.test(path)) continue;
    const query = path.endsWith('/token') ? '?grant_type=password' : '';
    for (const body of bodies) {
      const cpuBefore = process.cpuUsage();
      const { status } = await app.request(path + query, { method, headers, body });
      // Identity endpoints that need no fields ignore unknown ones.
      const isIgnored = path.startsWith('/auth/v1/') && body.startsWith('{') && body !== deepJson;
      expect([path, body.slice(0, 20), isIgnored || status === 400]).toEqual([path, body.slice(0, 20), true]);
      const { user, system } = process.cpuUsage(cpuBefore);
      expect((user + system) / 1000).toBeLessThan(500);
    }
  }
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
});
