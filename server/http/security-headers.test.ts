import { expect, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

/** Script source named by the renderer: only the document's first script. */
const OWN_SCRIPT = "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='";

const PAGES_ENTRY = {
  render: async () =>
    new Response('<p>A document</p><script>1</script><script>injected()</script>', {
      headers: { 'content-type': 'text/html', 'x-script-sources': `${OWN_SCRIPT} 'unsafe-inline'` },
    }),
};
const KEYS = { CAPTCHA_SITE_KEY: 'site-1', CAPTCHA_SECRET: 'secret-1' };

type Policy = Record<string, string>;

/** Policies of an app for these paths. */
async function readPolicies(env: Record<string, string>, paths: readonly string[]): Promise<[string, Policy][]> {
  const app = await createTestApp({ env, pagesEntry: PAGES_ENTRY });
  const policies: [string, Policy][] = [];
  for (const path of paths) {
    const text = (await app.request(path)).headers.get('content-security-policy') ?? '';
    const rules = text.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]);
    policies.push([path, Object.fromEntries(rules) as Policy]);
  }
  return policies;
}

const isForeign = (policy: Record<string, string>): boolean =>
  Object.values(policy).some((sources) => sources.includes('http'));

test('loads nothing from other origins on sign-in pages without a CAPTCHA', async () => {
  for (const [path, policy] of await readPolicies({}, ['/auth', '/auth/confirm', '/auth?tab=sign-up', '/builder']))
    expect([path, isForeign(policy)]).toEqual([path, false]);
});

test("loads the CAPTCHA's script and frame only on pages with a sign-in", async () => {
  const env = { ...KEYS, CAPTCHA: 'turnstile' };
  const signInPaths = ['/auth', '/auth/forgot', '/auth?tab=sign-up', '/builder', '/orders', '/account'];
  const otherPaths = ['/authors', '/c/auth', '/', '/authorize', '/pricing', '/subscription/sample'];
  for (const [path, policy] of await readPolicies(env, [...signInPaths, ...otherPaths])) {
    expect([path, isForeign(policy)]).toEqual([path, signInPaths.includes(path)]);
    if (!signInPaths.includes(path)) continue;
    expect(policy['script-src']).toMatch(/^'self' 'sha256-\S+' https:\/\/challenges\.cloudflare\.com$/);
    expect(policy['frame-src']).toBe('https://challenges.cloudflare.com');
    expect(policy['connect-src']).toBe("'self'");
    expect(policy['default-src']).toBe("'none'");
  }
});

test('loads hCaptcha from its own hosts only', async () => {
  const [[, policy] = ['', {}]] = await readPolicies({ ...KEYS, CAPTCHA: 'hcaptcha' }, ['/auth']);
  const hosts = 'https://hcaptcha.com https://*.hcaptcha.com';
  expect(policy['script-src']).toMatch(new RegExp(`${hosts.replace('*', String.raw`\*`)}$`));
  for (const name of ['connect-src', 'style-src', 'frame-src']) expect(policy[name]).toContain(hosts);
  expect(policy['img-src']).not.toContain('hcaptcha');
});

test('blocks inline scripts that the renderer does not name, in posts and screens', async () => {
  for (const [path, policy] of await readPolicies({}, ['/blog/a-post', '/builder', '/pricing', '/auth']))
    expect([path, policy['script-src']]).toEqual([path, `'self' ${OWN_SCRIPT}`]);
});

test("does not expose the renderer's header with script sources", async () => {
  const app = await createTestApp({ pagesEntry: PAGES_ENTRY });
  for (const path of ['/blog/a-post', '/builder', '/pricing', '/c/nowhere', '/auth'])
    expect([path, (await app.request(path)).headers.get('x-script-sources')]).toEqual([path, null]);
});
