import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import type { SignInOptions } from '#domain/account.ts';

import type { AuthTab } from './credentials.ts';
import { SignInCard } from './sign-in-card.tsx';

const DEFAULT_OPTIONS: SignInOptions = { providers: [], captcha: null, minPassword: 6, phone: false };

const renderCard = (initialTab: AuthTab, options: Partial<SignInOptions> = {}): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SignInCard options={{ ...DEFAULT_OPTIONS, ...options }} initialTab={initialTab} />
    </MemoryRouter>,
  );

test('offers only the configured providers, in order', () => {
  const html = renderCard('sign-in', { providers: ['github', 'apple'] });
  expect(html.match(/Continue with \w+/g)).toEqual(['Continue with GitHub', 'Continue with Apple']);
});

test('offers a passkey for signing in but not for signing up', () => {
  expect(renderCard('sign-in')).toContain('Use a passkey');
  expect(renderCard('sign-up', { providers: ['google'] })).not.toContain('Use a passkey');
});

test('renders nothing beside the sign-up form without another method', () => {
  const html = renderCard('sign-up');
  expect(html).not.toContain('sign-in-methods');
  expect(html).toContain('privacy policy');
});

test('states the configured minimum length of a password', () => {
  expect(renderCard('sign-up', { minPassword: 12 })).toContain('Use at least 12 characters.');
});

test('hides the password and supports password managers', () => {
  for (const [tab, autoCompleteValue] of [
    ['sign-in', 'current-password'],
    ['sign-up', 'new-password'],
  ] as const) {
    const field = /<input[^>]*autoComplete="(?:current|new)-password"[^>]*>/i.exec(renderCard(tab))?.[0] ?? '';
    expect(field).toContain('type="password"');
    expect(field.toLowerCase()).toContain(`autocomplete="${autoCompleteValue}"`);
    expect(field).not.toMatch(/maxlength|readonly|onpaste/i);
    expect(renderCard(tab)).toMatch(/<input[^>]*autocomplete="(?:username|email)"/i);
  }
});

test('disables all buttons before hydration', () => {
  const buttons = renderCard('sign-in', { providers: ['google'] }).match(/<button[^>]*class="key[^>]*>/g) ?? [];
  expect(buttons).toHaveLength(3);
  for (const button of buttons) expect(button).toContain('disabled');
});
