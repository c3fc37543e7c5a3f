import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

const PAGES = {
  render: async () =>
    new Response('<p>A document</p><script>1</script>', { headers: { 'content-type': 'text/html' } }),
};
const KEYS = { CAPTCHA_SITE_KEY: 'site-1', CAPTCHA_SECRET: 'secret-1' };

async function policyOf(env: Record<string, string>, path: string): Promise<Record<string, string>> {
  const shop = await openShop({ env, pagesEntry: PAGES });
  const policy = (await shop.request(path)).headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
  );
}

const isForeign = (policy: Record<string, string>): boolean =>
  Object.values(policy).some((sources) => sources.includes('http'));

test('without a captcha no document of the way in loads anything of others', async () => {
  for (const path of ['/auth', '/auth/confirm', '/auth?tab=sign-up'])
    expect(isForeign(await policyOf({}, path))).toBe(false);
});

test('with one, the way in loads its script and frame, and every other screen nothing', async () => {
  const env = { ...KEYS, CAPTCHA: 'turnstile' };
  for (const path of ['/auth', '/auth/forgotten', '/auth?tab=sign-up']) {
    const policy = await policyOf(env, path);
    expect(policy['script-src']).toMatch(/^'self' 'sha256-\S+' https:\/\/challenges\.cloudflare\.com$/);
    expect(policy['frame-src']).toBe('https://challenges.cloudflare.com');
    expect(policy['connect-src']).toBe("'self'");
    expect(policy['default-src']).toBe("'none'");
  }
  for (const path of ['/builder', '/account', '/authors', '/c/auth', '/', '/authorize'])
    expect([path, isForeign(await policyOf(env, path))]).toEqual([path, false]);
});

test('hCaptcha loads from its own hosts only', async () => {
  const policy = await policyOf({ ...KEYS, CAPTCHA: 'hcaptcha' }, '/auth');
  const hosts = 'https://hcaptcha.com https://*.hcaptcha.com';
  expect(policy['script-src']).toMatch(new RegExp(`${hosts.replace('*', String.raw`\*`)}$`));
  for (const name of ['connect-src', 'style-src', 'frame-src']) expect(policy[name]).toContain(hosts);
  expect(policy['img-src']).not.toContain('hcaptcha');
});
