import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { clearToasts } from '#app/components/toast.tsx';
import { createAuthErrorResponse, newUser } from '#app/testing/account.ts';
import { createBuilderHandlers, createDraft, PAGE_ID, createSamplePage } from '#app/testing/builder.ts';
import { NoResponse, RpcFailure, type FakeRpc } from '#app/testing/fake-rpc.ts';
import { createSession } from '#app/testing/fake-session.ts';
import { createOrderHandlers } from '#app/testing/orders.ts';
import { createPageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { Coupon } from '#domain/coupon.ts';

import { PENDING_ENTRIES_KEY } from './clear-seller-data.ts';
import { SESSION_KEY } from './signed-in-attribute.ts';

const BUILDER_URL = `/builder?page=${PAGE_ID}`;
const getAccountButton = () => page.getByRole('button', { name: /account menu for/ });
const getProductNameField = () => page.getByLabelText('Product name');

const throwUnauthorized = () => {
  throw new RpcFailure(401, {
    code: 'unauthorized',
    title: 'Authentication Required',
    message: 'Please sign in and try again.',
  });
};

afterEach(clearToasts);

/** Ends the session on the auth server, which then refuses the refresh token and the access token. */
function endSessionOnServer(rpc: FakeRpc): void {
  rpc.handleAuth('POST token', () => createAuthErrorResponse(400, 'refresh_token_not_found'));
  rpc.handleAuth('GET user', () => createAuthErrorResponse(403, 'session_not_found'));
}

async function expectSignedOut(): Promise<void> {
  await expect.poll(() => document.documentElement.dataset.signed).toBe('out');
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
}

async function expectSessionEndNotice(): Promise<void> {
  await expect.element(page.getByRole('heading', { name: 'You were signed out' })).toHaveFocus();
  await expect.element(page.getByText(/^Your session expired or was ended on another device\./)).toBeVisible();
}

async function signInAgain(rpc: FakeRpc, user: ReturnType<typeof newUser>): Promise<void> {
  rpc.handleAuth('POST token', () => Response.json(createSession(user)));
  rpc.handleAuth('GET user', () => Response.json(user));
  await page.getByLabelText('Email').fill('marlow@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('right password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('replaces a rejected token once and repeats the request', async () => {
  const user = newUser();
  const { rpc } = await renderApp('/pages', { 'list-pages': throwUnauthorized }, { user });
  let refreshes = 0;
  rpc.handleAuth('POST token', () => {
    refreshes += 1;
    rpc.handle({ 'list-pages': () => ({ pages: [createPageSummary()], access: true }) });
    return Response.json(createSession(user));
  });
  await expect.element(page.getByRole('link', { name: 'Linocut for Beginners' }).first()).toBeVisible();
  expect(refreshes).toBe(1);
});

test('ends the session when a save is refused, and offers the unsaved changes after signing in', async () => {
  const user = newUser();
  const handlers = createBuilderHandlers(createDraft(createSamplePage()));
  const { rpc } = await renderApp(BUILDER_URL, handlers, { user });
  await expect.element(getProductNameField()).toHaveValue('Linocut for Beginners');
  rpc.handle({ 'save-draft': throwUnauthorized });
  endSessionOnServer(rpc);
  await getProductNameField().fill('Typed too late');
  await expectSignedOut();
  await expectSessionEndNotice();
  rpc.handle({ 'save-draft': handlers['save-draft'] });
  await signInAgain(rpc, user);
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await expect.element(getProductNameField()).toHaveValue('Typed too late');
});

test('keeps unsaved changes when the session ends right after the last key press', async () => {
  const user = newUser();
  const handlers = createBuilderHandlers(createDraft(createSamplePage()));
  const { rpc } = await renderApp(BUILDER_URL, handlers, { user });
  rpc.handle({
    'save-draft': () => {
      throw new NoResponse();
    },
  });
  await getProductNameField().fill('Typed last');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  await expectSignedOut();
  rpc.handle({ 'save-draft': handlers['save-draft'] });
  await signInAgain(rpc, user);
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await expect.element(getProductNameField()).toHaveValue('Typed last');
});

test('restores the text of add fields after the session expired, once', async () => {
  const user = newUser();
  const handlers = createBuilderHandlers(createDraft(createSamplePage({ enableCoupon: true })));
  const { rpc } = await renderApp(BUILDER_URL, handlers, { user });
  const featureField = page.getByLabelText('New feature');
  await featureField.fill('A signed print');
  await page.getByRole('button', { name: 'Add a testimonial' }).click();
  await page.getByRole('form', { name: 'New testimonial' }).getByLabelText('Name').fill('Mara Vance');
  endSessionOnServer(rpc);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expectSignedOut();
  await signInAgain(rpc, user);
  await expect.element(featureField).toHaveValue('A signed print');
  const testimonialForm = page.getByRole('form', { name: 'New testimonial' });
  await expect.element(testimonialForm.getByLabelText('Name')).toHaveValue('Mara Vance');
  await testimonialForm.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add a testimonial' }).click();
  await expect.element(testimonialForm.getByLabelText('Name')).toHaveValue('');
  expect(sessionStorage.getItem(PENDING_ENTRIES_KEY)).toBeNull();
});

test('restores the unsaved edit of a coupon after the session expired', async () => {
  const user = newUser();
  const coupon: Coupon = { code: 'SPRING', discount: 10, type: 'percentage' };
  const config = createSamplePage({ enableCoupon: true, validCoupons: [coupon] });
  const { rpc } = await renderApp(BUILDER_URL, createBuilderHandlers(createDraft(config)), { user });
  await page.getByRole('tab', { name: /^Settings/ }).click();
  await page.getByRole('button', { name: 'Edit: SPRING' }).click();
  const editForm = page.getByRole('form', { name: 'Coupon SPRING' });
  await editForm.getByLabelText('Discount', { exact: true }).fill('35');
  endSessionOnServer(rpc);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expectSignedOut();
  await signInAgain(rpc, user);
  await page.getByRole('tab', { name: /^Settings/ }).click();
  await expect.element(editForm.getByLabelText('Discount', { exact: true })).toHaveValue('35');
});

test('signs out without waiting for a pending refresh', async () => {
  const user = newUser();
  const { rpc, history } = await renderApp('/orders', createOrderHandlers(), { user });
  await expect.element(getAccountButton()).toBeVisible();
  const { promise: response } = Promise.withResolvers<Response>();
  let refreshes = 0;
  rpc.handleAuth('POST token', () => {
    refreshes += 1;
    return response;
  });
  rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as object;
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...stored, expires_at: Math.floor(Date.now() / 1000) - 60 }));
  window.dispatchEvent(new Event('focus'));
  await getAccountButton().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => history.url).toBe('/?notice=signed-out');
  expect(refreshes).toBeGreaterThan(0);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test.each(['/orders?state=paid', '/subscription?from=mail'])('returns to %s after an ended session', async (url) => {
  const user = newUser();
  const { rpc, history } = await renderApp(url, createOrderHandlers(), { user });
  await expect.element(getAccountButton()).toBeVisible();
  endSessionOnServer(rpc);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expectSignedOut();
  await expectSessionEndNotice();
  await signInAgain(rpc, user);
  await expect.poll(() => history.url).toBe(url);
});
