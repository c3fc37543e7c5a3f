import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

const PAGES = {
  render: async () =>
    new Response('<p>A document</p><script>1</script>', { headers: { 'content-type': 'text/html' } }),
};
const KEYS = { CAPTCHA_SITE_KEY: 'site-1', CAPTCHA_SECRET: 'secret-1' };

type Policy = Record<string, string>;

/** What one shop says of each of these. */
async function policiesOf(
  env: Record<string, string>,
  paths: readonly string[],
): Promise<[string, Policy][]> {
  const shop = await openShop({ env, pagesEntry: PAGES });
  const policies: [string, Policy][] = [];
  for (const path of paths) {
    const text = (await shop.request(path)).headers.get('content-security-policy') ?? '';
    const rules = text.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]);
    policies.push([path, Object.fromEntries(rules) as Policy]);
  }
  return policies;
}

const isForeign = (policy: Record<string, string>): boolean =>
  Object.values(policy).some((sources) => sources.includes('http'));

test('without a captcha no document of the way in loads anything of others', async () => {
  for (const [path, policy] of await policiesOf({}, [
    '/auth',
    '/auth/confirm',
    '/auth?tab=sign-up',
    '/builder',
  ]))
    expect([path, isForeign(policy)]).toEqual([path, false]);
});

test('with one, screens where people sign in or are led to it load its script and frame, and no others', async () => {
  const env = { ...KEYS, CAPTCHA: 'turnstile' };
  const ways = ['/auth', '/auth/forgot', '/auth?tab=sign-up', '/builder', '/orders', '/account'];
  const others = ['/authors', '/c/auth', '/', '/authorize', '/pricing', '/subscription/sample'];
  for (const [path, policy] of await policiesOf(env, [...ways, ...others])) {
    expect([path, isForeign(policy)]).toEqual([path, ways.includes(path)]);
    if (!ways.includes(path)) continue;
    expect(policy['script-src']).toMatch(/^'self' 'sha256-\S+' https:\/\/challenges\.cloudflare\.com$/);
    expect(policy['frame-src']).toBe('https://challenges.cloudflare.com');
    expect(policy['connect-src']).toBe("'self'");
    expect(policy['default-src']).toBe("'none'");
  }
});

test('hCaptcha loads from its own hosts only', async () => {
  const [[, policy] = ['', {}]] = await policiesOf({ ...KEYS, CAPTCHA: 'hcaptcha' }, ['/auth']);
  const hosts = 'https://hcaptcha.com https://*.hcaptcha.com';
  expect(policy['script-src']).toMatch(new RegExp(`${hosts.replace('*', String.raw`\*`)}$`));
  for (const name of ['connect-src', 'style-src', 'frame-src']) expect(policy[name]).toContain(hosts);
  expect(policy['img-src']).not.toContain('hcaptcha');
});
