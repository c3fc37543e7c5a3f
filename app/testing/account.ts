import type { Factor, User } from '@supabase/auth-js';
import { expect } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import type { Locator } from 'vitest/browser';

import { clearToasts } from '#app/components/toast.tsx';
import type { Account } from '#domain/account.ts';

import type { FakeRpc, RpcHandlers } from './fake-rpc.ts';
import { createSession, createTestUser, type TestClaims } from './fake-session.ts';
import { renderApp, type RenderedApp } from './render-app.tsx';

export const ADDED_AT = '2026-02-01T09:00:00Z';

/** A verified authenticator app. */
export const testFactor = (overrides: Partial<Factor> = {}): Factor => ({
  id: crypto.randomUUID(),
  friendly_name: 'Phone in the studio',
  factor_type: 'totp',
  status: 'verified',
  created_at: ADDED_AT,
  updated_at: ADDED_AT,
  ...overrides,
});

/** A new user for each test, because the app caches data by user id. */
export const newUser = (overrides: Partial<User> = {}): User =>
  createTestUser({ id: crypto.randomUUID(), ...overrides });

/** Response of `get-account` for this user. */
export const createAccount = (user: User, overrides: Partial<Account>): Account => ({
  email: user.email ?? '',
  emailConfirmed: true,
  newEmail: null,
  name: '',
  hasPassword: true,
  recoveryCodesLeft: null,
  removedByReset: null,
  mayHaveSecondStep: true,
  unshown: [],
  createdAt: user.created_at,
  options: { providers: ['google'], captcha: null, minPassword: 6, phone: true },
  ...overrides,
});

const HANDLERS: RpcHandlers = {
  'list-sessions': () => ({ sessions: [] }),
  'list-security-events': () => ({ events: [], more: false }),
  'get-notices': () => ({ sales: true }),
};

/** Error response of the auth server. */
export const createAuthErrorResponse = (status: number, code: string, msg = code): Response =>
  Response.json({ code, msg }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } });

/** Refuses the first request to the endpoint until the user has reauthenticated; responds to later ones. */
export function requireReauthenticationOnce(
  rpc: FakeRpc,
  endpoint: string,
  respond: (body: unknown) => Response | Promise<Response>,
  status = 401,
): void {
  let wasRefused = false;
  rpc.handleAuth(endpoint, (body) => {
    if (wasRefused) return respond(body);
    wasRefused = true;
    return createAuthErrorResponse(status, 'reauthentication_needed');
  });
}

type Options = {
  user?: Partial<User>;
  account?: Partial<Account>;
  claims?: TestClaims;
  url?: string;
  handlers?: RpcHandlers;
  passkeys?: () => object[];
};

/** `user` and `account` are the server's data. Tests may mutate them. */
type RenderedAccount = RenderedApp & { user: User; account: Account };

/** Renders the account page with a server that has this account, and waits until it is loaded. */
export async function renderAccount({
  user: userOverrides = {},
  account: accountOverrides = {},
  claims = {},
  url = '/account',
  handlers = {},
  passkeys = () => [],
}: Options = {}): Promise<RenderedAccount> {
  clearToasts();
  const user = newUser(userOverrides);
  const account = createAccount(user, accountOverrides);
  const { promise: isReady, resolve: markReady } = Promise.withResolvers<void>();
  const allHandlers: RpcHandlers = {
    ...HANDLERS,
    // The page requests nothing else before the account is loaded.
    'get-account': () => isReady.then(() => account),
    ...handlers,
  };
  const rendered = await renderApp(url, allHandlers, { user, claims });
  const { rpc, screen } = rendered;
  rpc.handleAuth('GET passkeys', () => Response.json(passkeys()));
  rpc.handleAuth('POST token', () => Response.json(createSession(user, claims)));
  markReady();
  await expect.element(screen.getByRole('heading', { name: 'Delete account' })).toBeVisible();
  return { ...rendered, user, account };
}

export const getSection = (screen: RenderResult, name: string): Locator =>
  screen.getByRole('region', { name, exact: true });

/** The row of a section with this text. */
export const getRow = (screen: RenderResult, section: string, text: string): Locator =>
  getSection(screen, section).getByRole('listitem').filter({ hasText: text });

export const getDialog = (screen: RenderResult, name: string | RegExp): Locator => screen.getByRole('dialog', { name });
