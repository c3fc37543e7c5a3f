import type { Factor } from '@supabase/auth-js';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { clearToasts } from '#app/components/toast.tsx';
import { createAuthErrorResponse, newUser, testFactor } from '#app/testing/account.ts';
import { createSession } from '#app/testing/fake-session.ts';
import { createOrderHandlers } from '#app/testing/orders.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const WRONG_CODE = 'This code is wrong or was already used.';

afterEach(() => {
  vi.useRealTimers();
  clearToasts();
});

/** Renders a URL for a signed-out visitor whose account has this factor. */
async function visitWithFactor(factor: Factor, url: string) {
  const user = newUser({ factors: [factor] });
  const app = await renderApp(url, createOrderHandlers(), { user: null });
  app.rpc.handleAuth('GET user', () => Response.json(user));
  app.rpc.handleAuth('POST token', () => Response.json(createSession(user)));
  app.rpc.handleAuth(`POST factors/${factor.id}/challenge`, () =>
    Response.json({ id: crypto.randomUUID(), type: factor.factor_type, expires_at: 0 }),
  );
  app.rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  return { ...app, user };
}

type FactorVisit = Awaited<ReturnType<typeof visitWithFactor>>;

async function signIn({ screen }: FactorVisit): Promise<void> {
  await screen.getByLabelText('Email').fill('marlow@example.com');
  await screen.getByLabelText('Password', { exact: true }).fill('right password');
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('asks for the code of the authenticator app, keeps a wrong code, and opens the requested screen', async () => {
  const factor = testFactor();
  const visit = await visitWithFactor(factor, '/orders');
  const { screen, rpc, user, history } = visit;
  rpc.handleAuth(`POST factors/${factor.id}/verify`, (body) =>
    (body as { code: string }).code === '123456'
      ? Response.json(createSession(user, { aal: 'aal2' }))
      : createAuthErrorResponse(422, 'mfa_verification_failed', WRONG_CODE),
  );
  await signIn(visit);
  await expect.element(screen.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  const field = screen.getByLabelText('Code from Phone in the studio');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect.element(screen.getByText('Welcome back!')).not.toBeInTheDocument();
  expect(rpc.calls).toEqual([]);
  await field.fill('000000');
  await screen.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(screen.getByText(WRONG_CODE)).toBeVisible();
  await expect.element(field).toHaveValue('000000');
  await field.fill('123456');
  await screen.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(screen.getByText('Welcome back!')).toBeVisible();
  await expect.poll(() => history.url).toBe('/orders');
});

test.each(['/pages', '/builder?page=p1', '/subscription'])('redirects %s to the second step', async (url) => {
  const factor = testFactor();
  const { screen, rpc } = await renderApp(url, {}, { user: newUser({ factors: [factor] }) });
  await expect.element(screen.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await expect.element(screen.getByLabelText('Code from Phone in the studio')).toBeVisible();
  expect(rpc.bodiesOf('list-pages')).toEqual([]);
  expect(rpc.bodiesOf('get-page')).toEqual([]);
});

test('accepts a recovery code instead of the app, and refuses a used one', async () => {
  await page.viewport(390, 844);
  const visit = await visitWithFactor(testFactor(), '/auth');
  const { screen, rpc, user } = visit;
  const requestBodies: unknown[] = [];
  rpc.handleAuth('POST factors/recovery-codes/verify', (body) => {
    requestBodies.push((body as { code: string }).code);
    return requestBodies.length === 1
      ? createAuthErrorResponse(422, 'mfa_verification_failed', WRONG_CODE)
      : Response.json(createSession(user, { aal: 'aal2' }));
  });
  await signIn(visit);
  await screen.getByRole('button', { name: 'Recovery code' }).click();
  const field = screen.getByLabelText('Recovery code');
  await field.fill('ABCDE-fghij-KLMNO-pqrst');
  const inputElement = field.element();
  expect(inputElement.scrollWidth - inputElement.clientWidth).toBe(0);
  await screen.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(screen.getByText(WRONG_CODE)).toBeVisible();
  await field.fill('uvwxy-abcde-fghij-klmno');
  await screen.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(screen.getByText('Welcome back!')).toBeVisible();
  expect(requestBodies).toEqual(['abcde-fghij-klmno-pqrst', 'uvwxy-abcde-fghij-klmno']);
  await page.viewport(1280, 900);
});

test('sends a text message only on request, and again after a minute', async () => {
  const factor = testFactor({ factor_type: 'phone', friendly_name: 'Studio telephone' });
  const visit = await visitWithFactor(factor, '/orders');
  const { screen, rpc, user } = visit;
  const requestBodies: unknown[] = [];
  rpc.handleAuth(`POST factors/${factor.id}/challenge`, (body) => {
    requestBodies.push(body);
    return Response.json({ id: `challenge-${requestBodies.length}`, type: 'phone', expires_at: 0 });
  });
  const verifyBodies: unknown[] = [];
  rpc.handleAuth(`POST factors/${factor.id}/verify`, (body) => {
    verifyBodies.push(body);
    return Response.json(createSession(user, { aal: 'aal2' }));
  });
  await signIn(visit);
  await expect.element(screen.getByText('We’ll send a code to Studio telephone.')).toBeVisible();
  expect(requestBodies).toEqual([]);
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  await screen.getByRole('button', { name: 'Send code' }).click();
  await expect.element(screen.getByLabelText('Code sent to Studio telephone')).toHaveFocus();
  await screen.getByRole('button', { name: /^Send again in/ }).click({ force: true });
  expect(requestBodies).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(61_000);
  await screen.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect.poll(() => requestBodies.length).toBe(2);
  await expect.element(screen.getByRole('button', { name: /^Send again in/ })).toBeVisible();
  await screen.getByLabelText('Code sent to Studio telephone').fill('654321');
  await screen.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(screen.getByText('Welcome back!')).toBeVisible();
  expect(verifyBodies).toEqual([expect.objectContaining({ challenge_id: 'challenge-2', code: '654321' })]);
});

// Last test: the session module remembers the sign-out until the next sign-in, also in later tests.
test('lets a user without the second factor sign out', async () => {
  const visit = await visitWithFactor(testFactor(), '/auth');
  await signIn(visit);
  await visit.screen.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => visit.history.url).toBe('/?notice=signed-out');
});
