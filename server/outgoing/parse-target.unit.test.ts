import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';

import { INTERNAL_URLS } from '../testing/internal-urls.ts';
import { findUrlProblem } from './parse-target.ts';

const NOT_PUBLIC = 'This URL isn’t on the public internet, so we can’t send requests to it.';
const NOT_SECURE = 'The URL must start with https://.';
const NOT_A_URL = 'This isn’t a valid URL. Enter one like https://example.com/hooks.';
const WRONG_PORT = 'The port must be 443 or 8443.';

const context = { config: parseConfig({ APP_URL: 'https://shop.example.com', DOMAIN_ADDRESSES: '8.8.4.4' }) };
const localContext = { config: parseConfig({}) };

test.each([
  'https://example.com/hooks',
  'https://example.com:8443/',
  'https://Example.COM./hooks?to=me#there',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::808:808]/',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
])('accepts %s', (url) => {
  expect(findUrlProblem(context, url)).toBeNull();
  expect(findUrlProblem(localContext, url)).toBeNull();
});

test.each([
  ['http://example.com/', NOT_SECURE],
  ['ftp://example.com/', NOT_SECURE],
  ['file:///etc/passwd', NOT_A_URL],
  ['gopher://example.com/', NOT_SECURE],
  ['data:text/plain,hello', NOT_A_URL],
  ['javascript:alert(1)', NOT_A_URL],
  ['', NOT_A_URL],
  ['example.com', NOT_A_URL],
  ['https://', NOT_A_URL],
  ['https://exa mple.com/', NOT_A_URL],
  ['https://example.com:99999/', NOT_A_URL],
  ['https://[::1%25eth0]/', NOT_A_URL],
  ['https://1.2.3.4.5/', NOT_A_URL],
  ['https://256.1.1.1/', NOT_A_URL],
  ['https://me:secret@example.com/', 'The URL can’t contain a user name or password.'],
  ['https://example.com@8.8.8.8/', 'The URL can’t contain a user name or password.'],
  ['https://:@example.com:22/', WRONG_PORT],
  ['https://example.com:22/', WRONG_PORT],
  ['https://example.com:80/', WRONG_PORT],
  ['https://example.com:6379/', WRONG_PORT],
  ['https://shop.example.com/', 'This URL belongs to this site. Enter the URL of your app.'],
  ['https://SHOP.example.com.:8443/c/x', 'This URL belongs to this site. Enter the URL of your app.'],
  ['https://8.8.4.4/', 'This URL belongs to this site. Enter the URL of your app.'],
  [`https://example.com/${'a'.repeat(2000)}`, 'The URL can have up to 2000 characters.'],
])('refuses %s', (url, message) => {
  expect(findUrlProblem(context, url)).toBe(message);
});

test.each(INTERNAL_URLS)('refuses the internal address %s', (url) => {
  expect(findUrlProblem(context, url)).toBe(NOT_PUBLIC);
});

test('allows a local sandbox to send to its own machine and no other internal address', () => {
  for (const host of ['localhost:5555', 'hooks.localhost:5555', '127.0.0.1:5555', '[::1]', '2130706433:80'])
    expect(findUrlProblem(localContext, `http://${host}/hooks`), host).toBeNull();
  const remaining = INTERNAL_URLS.filter(
    (url) => !/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(url).hostname.replace(/\.$/, '')),
  );
  const testable = remaining.filter((url) => !url.includes('::ffff:127') && !url.includes('::ffff:7f00:1'));
  expect(testable.length).toBeGreaterThan(45);
  for (const url of testable) expect(findUrlProblem(localContext, url), url).toBe(NOT_PUBLIC);
  expect(findUrlProblem(localContext, 'http://example.com/')).toBe(NOT_SECURE);
});

test('refuses its own machine when the app takes real payments', () => {
  const live = {
    config: parseConfig({
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
      STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
    }),
  };
  expect(findUrlProblem(live, 'http://localhost:3000/')).toBe(NOT_PUBLIC);
  expect(findUrlProblem(live, 'https://127.0.0.1/')).toBe(NOT_PUBLIC);
});
