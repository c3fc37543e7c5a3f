import type { Factor, User } from '@supabase/auth-js';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';
import type { RenderResult } from 'vitest-browser-react';

import { clearToasts } from '#app/ui/toast.tsx';
import type { Account } from '#domain/account.ts';

import type { FakeRpc, RpcHandlers } from './fake-rpc.ts';
import { sessionOf, testUser, type TestClaims } from './fake-session.ts';
import { renderApp, type RenderedApp } from './render-app.tsx';

export const ADDED_AT = '2026-02-01T09:00:00Z';

/** A verified authenticator app. */
export const testFactor = (change: Partial<Factor> = {}): Factor => ({
  id: crypto.randomUUID(),
  friendly_name: 'Phone in the studio',
  factor_type: 'totp',
  status: 'verified',
  created_at: ADDED_AT,
  updated_at: ADDED_AT,
  ...change,
});

/** A new user for each test, because the app caches data by user id. */
export const newUser = (change: Partial<User> = {}): User => testUser({ id: crypto.randomUUID(), ...change });

/** Response of `get-account` for this user. */
export const accountOf = (user: User, change: Partial<Account>): Account => ({
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
  ...change,
});

const HANDLERS: RpcHandlers = {
  'list-sessions': () => ({ sessions: [] }),
  'list-security-events': () => ({ events: [], more: false }),
  'get-notices': () => ({ sales: true }),
};

/** Error response of the auth server. */
export const authRefusal = (status: number, code: string, msg = code): Response =>
  Response.json({ code, msg }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } });

/** Refuses the first request to the endpoint until the user has reauthenticated; responds to later ones. */
export function askIdentityFirst(
  rpc: FakeRpc,
  endpoint: string,
  answer: (body: unknown) => Response | Promise<Response>,
  status = 401,
): void {
  let isAsked = false;
  rpc.handleAuth(endpoint, (body) => {
    if (isAsked) return answer(body);
    isAsked = true;
    return authRefusal(status, 'reauthentication_needed');
  });
}

type Options = {
  user?: Partial<User>;
  account?: Partial<Account>;
  claims?: TestClaims;
  address?: string;
  handlers?: RpcHandlers;
  passkeys?: () => object[];
};

/** `user` and `account` are the server's data. Tests may mutate them. */
export type RenderedAccount = RenderedApp & { user: User; account: Account };

/** Renders the account page with a server that has this account, and waits until it is loaded. */
export async function renderAccount({
  user: userChange = {},
  account: accountChange = {},
  claims = {},
  address = '/account',
  handlers = {},
  passkeys = () => [],
}: Options = {}): Promise<RenderedAccount> {
  clearToasts();
  const user = newUser(userChange);
  const account = accountOf(user, accountChange);
  const { promise: isReady, resolve: ready } = Promise.withResolvers<void>();
  const answers: RpcHandlers = {
    ...HANDLERS,
    // The page requests nothing else before the account is loaded.
    'get-account': () => isReady.then(() => account),
    ...handlers,
  };
  const rendered = await renderApp(address, answers, { user, claims });
  const { rpc, screen } = rendered;
  rpc.handleAuth('GET passkeys', () => Response.json(passkeys()));
  rpc.handleAuth('POST token', () => Response.json(sessionOf(user, claims)));
  ready();
  await expect.element(screen.getByRole('heading', { name: 'Delete account' })).toBeVisible();
  return { ...rendered, user, account };
}

export const part = (screen: RenderResult, name: string): Locator =>
  screen.getByRole('region', { name, exact: true });

/** The row of a section with this text. */
export const row = (screen: RenderResult, of: string, text: string): Locator =>
  part(screen, of).getByRole('listitem').filter({ hasText: text });

export const dialog = (screen: RenderResult, name: string | RegExp): Locator =>
  screen.getByRole('dialog', { name });
