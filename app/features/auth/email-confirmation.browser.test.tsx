import { afterEach, expect, test } from 'vitest';

import { clearToasts } from '#app/components/toast.tsx';
import { createAccount, createAuthErrorResponse, newUser } from '#app/testing/account.ts';
import { createBuilderHandlers } from '#app/testing/builder.ts';
import type { FakeRpc } from '#app/testing/fake-rpc.ts';
import { createSession } from '#app/testing/fake-session.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const user = newUser();
const LINK = `/auth/confirm?token_hash=hash&type=signup&account=${user.id}`;

afterEach(clearToasts);

/** Accepts every code and link as the user's. Returns the request bodies. */
function acceptVerification(rpc: FakeRpc): unknown[] {
  const verifyBodies: unknown[] = [];
  rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  rpc.handleAuth('POST verify', (body) => {
    verifyBodies.push(body);
    return Response.json(createSession(user));
  });
  rpc.handleAuth('GET user', () => Response.json(user));
  return verifyBodies;
}

test('confirms the address in the browser that signed up', async () => {
  const { screen, rpc, history } = await renderApp(LINK, createBuilderHandlers(), { user });
  const verifyBodies = acceptVerification(rpc);
  await screen.getByRole('button', { name: 'Confirm email' }).click();
  await expect.element(screen.getByText('Email confirmed')).toBeVisible();
  await expect.poll(() => history.url).toBe('/builder');
  expect(verifyBodies).toEqual([expect.objectContaining({ type: 'signup', token_hash: 'hash' })]);
});

test.each([
  ['is signed out', null],
  ['is signed in to another account', newUser({ email: 'earlier@example.com' })],
])('resets the account and asks for a new password in a browser that %s', async (_, currentUser) => {
  const handlers = { ...createBuilderHandlers(), 'get-account': () => createAccount(user, {}) };
  const { screen, rpc, history } = await renderApp(LINK, handlers, { user: currentUser });
  const verifyBodies = acceptVerification(rpc);
  await expect.element(screen.getByText(/If you signed up in another browser, open the link there/)).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm and set password' }).click();
  await expect.poll(() => history.url).toBe('/auth/new-password');
  await expect.element(screen.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  expect(verifyBodies).toEqual([expect.objectContaining({ type: 'recovery', token_hash: 'hash' })]);
});

test('replaces the session of a signed-in browser', async () => {
  const { screen, rpc } = await renderApp(LINK, createBuilderHandlers(), { user });
  let logoutCount = 0;
  rpc.handleAuth('POST logout', () => {
    logoutCount += 1;
    return new Response(null, { status: 204 });
  });
  rpc.handleAuth('POST verify', () => Response.json(createSession(user)));
  await expect.element(screen.getByText(new RegExp(`You’re signed in as ${user.email} in this browser`))).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm email' }).click();
  await expect.element(screen.getByText('Email confirmed')).toBeVisible();
  await expect.poll(() => logoutCount).toBe(1);
});

test('says that the address is already confirmed when the link was used', async () => {
  const { screen, rpc } = await renderApp(LINK, {}, { user });
  rpc.handleAuth('POST verify', () => createAuthErrorResponse(403, 'otp_expired'));
  await screen.getByRole('button', { name: 'Confirm email' }).click();
  await expect.element(screen.getByText('Your email address is already confirmed.')).toBeVisible();
});

test('offers a signed-out visitor a new email when the link was used', async () => {
  const { screen, rpc } = await renderApp(LINK, {}, { user: null });
  rpc.handleAuth('POST verify', () => createAuthErrorResponse(403, 'otp_expired'));
  await screen.getByRole('button', { name: 'Confirm and set password' }).click();
  await expect.element(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Send email' })).toBeVisible();
});

test('resets the account and asks for a new password when the code belongs to another address', async () => {
  const unconfirmed = newUser({ email_confirmed_at: undefined });
  const link = `/auth/confirm?token_hash=hash&type=signup&account=${unconfirmed.id}`;
  const handlers = { ...createBuilderHandlers(), 'get-account': () => createAccount(user, {}) };
  const { screen, rpc, history } = await renderApp(link, handlers, { user: unconfirmed });
  rpc.handleAuth('POST verify', () => createAuthErrorResponse(403, 'otp_expired'));
  rpc.handleAuth('POST resend', () => Response.json({}));
  await screen.getByRole('button', { name: 'Confirm email' }).click();
  await screen.getByLabelText('Email').fill('other@example.com');
  await screen.getByRole('button', { name: 'Send email' }).click();
  const verifyBodies = acceptVerification(rpc);
  await screen.getByLabelText('Code from the email').fill('123456');
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => history.url).toBe('/auth/new-password');
  expect(verifyBodies).toEqual([
    expect.objectContaining({ type: 'recovery', email: 'other@example.com', token: '123456' }),
  ]);
});

test('says that the other address must confirm the email change as well', async () => {
  const user = newUser({ new_email: 'moved@example.com' });
  const { screen, rpc } = await renderApp('/auth/confirm?token_hash=hash&type=email_change', {}, { user });
  rpc.handleAuth('POST verify', () => Response.json({ msg: 'Accepted', code: '200' }));
  await screen.getByRole('button', { name: 'Confirm change' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  await expect
    .element(screen.getByText(/We emailed a link to marlow@example.com and another to moved@example.com/))
    .toBeVisible();
});
