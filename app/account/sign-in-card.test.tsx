import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import type { SignInOptions } from '#domain/account.ts';

import type { AccountTab } from './credentials.ts';
import { SignInCard } from './sign-in-card.tsx';

const PLAIN: SignInOptions = { providers: [], captcha: null, minPassword: 6, phone: false };

const drawn = (initialTab: AccountTab, change: Partial<SignInOptions> = {}): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SignInCard options={{ ...PLAIN, ...change }} initialTab={initialTab} />
    </MemoryRouter>,
  );

test('offers only the configured providers, in order', () => {
  const html = drawn('sign-in', { providers: ['github', 'apple'] });
  expect(html.match(/Continue with \w+/g)).toEqual(['Continue with GitHub', 'Continue with Apple']);
});

test('offers a passkey for signing in but not for signing up', () => {
  expect(drawn('sign-in')).toContain('Use a passkey');
  expect(drawn('sign-up', { providers: ['google'] })).not.toContain('Use a passkey');
});

test('renders nothing beside the sign-up form without another method', () => {
  const html = drawn('sign-up');
  expect(html).not.toContain('account-ways');
  expect(html).toContain('privacy policy');
});

test('states the configured minimum length of a password', () => {
  expect(drawn('sign-up', { minPassword: 12 })).toContain('At least 12 characters.');
});

test('hides the password and supports password managers', () => {
  for (const [tab, kind] of [
    ['sign-in', 'current-password'],
    ['sign-up', 'new-password'],
  ] as const) {
    const field = /<input[^>]*autoComplete="(?:current|new)-password"[^>]*>/i.exec(drawn(tab))?.[0] ?? '';
    expect(field).toContain('type="password"');
    expect(field.toLowerCase()).toContain(`autocomplete="${kind}"`);
    expect(field).not.toMatch(/maxlength|readonly|onpaste/i);
    expect(drawn(tab)).toMatch(/<input[^>]*autocomplete="(?:username|email)"/i);
  }
});

test('disables all buttons before hydration', () => {
  const keys = drawn('sign-in', { providers: ['google'] }).match(/<button[^>]*class="key[^>]*>/g) ?? [];
  expect(keys).toHaveLength(3);
  for (const key of keys) expect(key).toContain('disabled');
});
