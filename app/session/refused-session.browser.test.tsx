import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { authRefusal, newUser } from '#app/testing/account.ts';
import { builderHandlers, draftOf, PAGE_ID, samplePage } from '#app/testing/builder.ts';
import { NoResponse, RpcFailure, type FakeRpc } from '#app/testing/fake-rpc.ts';
import { sessionOf } from '#app/testing/fake-session.ts';
import { orderHandlers } from '#app/testing/orders.ts';
import { pageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { clearToasts } from '#app/ui/toast.tsx';

import { SESSION_KEY } from './session-mark.ts';

const ADDRESS = `/builder?page=${PAGE_ID}`;
const account = () => page.getByRole('button', { name: /account of/ });
const productName = () => page.getByLabelText('Product name');

const unauthorized = () => {
  throw new RpcFailure(401, {
    code: 'unauthorized',
    title: 'Authentication Required',
    message: 'Please sign in and try again.',
  });
};

afterEach(clearToasts);

/** Ends the session on the auth server, which then refuses the refresh token and the access token. */
function endAtServer(rpc: FakeRpc): void {
  rpc.handleAuth('POST token', () => authRefusal(400, 'refresh_token_not_found'));
  rpc.handleAuth('GET user', () => authRefusal(403, 'session_not_found'));
}

async function expectSignedOut(): Promise<void> {
  await expect.poll(() => document.documentElement.dataset.signed).toBe('out');
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
}

async function signInAgain(rpc: FakeRpc, user: ReturnType<typeof newUser>): Promise<void> {
  rpc.handleAuth('POST token', () => Response.json(sessionOf(user)));
  rpc.handleAuth('GET user', () => Response.json(user));
  await page.getByLabelText('Email').fill('marlow@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('right password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('replaces a rejected token once and repeats the request', async () => {
  const user = newUser();
  const { rpc } = await renderApp('/pages', { 'list-pages': unauthorized }, { user });
  let refreshes = 0;
  rpc.handleAuth('POST token', () => {
    refreshes += 1;
    rpc.handle({ 'list-pages': () => ({ pages: [pageSummary()], access: true }) });
    return Response.json(sessionOf(user));
  });
  await expect.element(page.getByRole('link', { name: 'Linocut for Beginners' }).first()).toBeVisible();
  expect(refreshes).toBe(1);
});

test('ends the session when a save is refused, and offers the unsaved changes after signing in', async () => {
  const user = newUser();
  const answers = builderHandlers(draftOf(samplePage()));
  const { rpc } = await renderApp(ADDRESS, answers, { user });
  await expect.element(productName()).toHaveValue('Linocut for Beginners');
  rpc.handle({ 'save-draft': unauthorized });
  endAtServer(rpc);
  await productName().fill('Typed too late');
  await expectSignedOut();
  rpc.handle({ 'save-draft': answers['save-draft'] });
  await signInAgain(rpc, user);
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await expect.element(productName()).toHaveValue('Typed too late');
});

test('keeps unsaved changes when the session ends right after the last key press', async () => {
  const user = newUser();
  const answers = builderHandlers(draftOf(samplePage()));
  const { rpc } = await renderApp(ADDRESS, answers, { user });
  rpc.handle({
    'save-draft': () => {
      throw new NoResponse();
    },
  });
  await productName().fill('Typed last');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  await expectSignedOut();
  rpc.handle({ 'save-draft': answers['save-draft'] });
  await signInAgain(rpc, user);
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await expect.element(productName()).toHaveValue('Typed last');
});

test('signs out without waiting for a pending refresh', async () => {
  const user = newUser();
  const { rpc, history } = await renderApp('/orders', orderHandlers(), { user });
  await expect.element(account()).toBeVisible();
  const { promise: answer } = Promise.withResolvers<Response>();
  let refreshes = 0;
  rpc.handleAuth('POST token', () => {
    refreshes += 1;
    return answer;
  });
  rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as object;
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({ ...stored, expires_at: Math.floor(Date.now() / 1000) - 60 }),
  );
  window.dispatchEvent(new Event('focus'));
  await account().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => history.address).toBe('/?notice=signed-out');
  expect(refreshes).toBeGreaterThan(0);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test('ends the session when the server refuses to return its user', async () => {
  const { rpc } = await renderApp('/orders', orderHandlers(), { user: newUser() });
  await expect.element(account()).toBeVisible();
  endAtServer(rpc);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expectSignedOut();
});
