import { afterEach, expect, test } from 'vitest';

import { clearToasts } from '#app/components/toast.tsx';
import { createAccount, createAuthErrorResponse, newUser, testFactor } from '#app/testing/account.ts';
import { createBuilderHandlers } from '#app/testing/builder.ts';
import { createSession } from '#app/testing/fake-session.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const EMAIL = 'marlow@example.com';
const NEW_PASSWORD = 'kiln club on tuesdays';

afterEach(clearToasts);

test('sends the recovery email to the typed address, and its code leads to the new password', async () => {
  const { screen, rpc, history } = await renderApp('/auth', {}, { user: null });
  const recipients: unknown[] = [];
  rpc.handleAuth('POST recover', (body) => {
    recipients.push((body as { email: string }).email);
    return Response.json({});
  });
  const user = newUser();
  rpc.handleAuth('GET user', () => Response.json(user));
  const verifyBodies: unknown[] = [];
  rpc.handleAuth('POST verify', (body) => {
    verifyBodies.push(body);
    return verifyBodies.length === 1
      ? createAuthErrorResponse(403, 'otp_expired', 'Token has expired or is invalid')
      : Response.json(createSession(user));
  });
  await screen.getByLabelText('Email').fill('marlow');
  await screen.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  const email = screen.getByLabelText('Email');
  await expect.element(email).toHaveValue('marlow');
  await screen.getByRole('button', { name: 'Send email' }).click();
  await expect.element(screen.getByText('Enter a valid email address, like you@example.com.')).toBeVisible();
  await expect.element(email).toHaveFocus();
  expect(recipients).toEqual([]);
  await email.fill(EMAIL);
  await screen.getByRole('button', { name: 'Send email' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect
    .element(screen.getByRole('status').first())
    .toHaveTextContent(
      `If there’s an account for ${EMAIL}, we sent an email to that address. Open the link in the email or enter its code here. Each works once, for one hour.`,
    );
  await expect.element(screen.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeVisible();
  expect(recipients).toEqual([EMAIL]);

  const code = screen.getByLabelText('Code from the email');
  await expect.element(code).toHaveFocus();
  await code.fill('123456');
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect
    .element(screen.getByText('This code is incorrect or has expired. Use the code from the latest email.'))
    .toBeVisible();
  await expect.element(code).toHaveValue('123456');
  await code.fill('654 321');
  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect.poll(() => history.url).toBe('/auth/new-password');
  expect(verifyBodies.at(-1)).toMatchObject({ type: 'recovery', email: EMAIL, token: '654321' });
});

test('allows another address after the email was sent', async () => {
  const { screen, rpc } = await renderApp('/auth/forgot', {}, { user: null });
  rpc.handleAuth('POST recover', () => Response.json({}));
  await screen.getByLabelText('Email').fill(EMAIL);
  await screen.getByRole('button', { name: 'Send email' }).click();
  await screen.getByRole('button', { name: 'Use another email' }).click();
  await expect.element(screen.getByLabelText('Email')).toHaveValue(EMAIL);
});

test('uses the link only on a click of the button, and shows a refused password at its field', async () => {
  const { screen, rpc, history } = await renderApp(
    '/auth/confirm?token_hash=hash&type=recovery',
    createBuilderHandlers(),
    { user: null },
  );
  const user = newUser();
  const verifyBodies: unknown[] = [];
  rpc.handleAuth('POST verify', (body) => {
    verifyBodies.push(body);
    return Response.json(createSession(user));
  });
  rpc.handleAuth('GET user', () => Response.json(user));
  rpc.handleAuth('PUT user', (body) =>
    (body as { password: string }).password === NEW_PASSWORD
      ? Response.json(user)
      : createAuthErrorResponse(422, 'same_password', 'Your new password must be different from the old one.'),
  );
  await expect.element(screen.getByRole('button', { name: 'Choose a new password' })).toBeEnabled();
  expect(verifyBodies).toEqual([]);
  await screen.getByRole('button', { name: 'Choose a new password' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  expect(verifyBodies).toEqual([expect.objectContaining({ type: 'recovery', token_hash: 'hash' })]);
  const field = screen.getByLabelText('New password');
  const submitButton = screen.getByRole('button', { name: 'Set password' });
  await field.fill('short');
  await submitButton.click();
  await expect.element(screen.getByText('Use at least 6 characters.')).toBeVisible();
  await expect.element(field).toHaveFocus();
  await field.fill('the old one');
  await submitButton.click();
  await expect.element(field).toHaveAccessibleDescription(/Your new password must be different from the old one\./);
  await field.fill(NEW_PASSWORD);
  await submitButton.click();
  await expect.element(screen.getByText('Password changed')).toBeVisible();
  await expect.poll(() => history.url).toBe('/builder');
});

test("offers a new email for the session's address when the link was used", async () => {
  const user = newUser();
  const { screen, rpc } = await renderApp('/auth/confirm?token_hash=used&type=recovery', {}, { user });
  rpc.handleAuth('POST verify', () => createAuthErrorResponse(403, 'otp_expired'));
  await screen.getByRole('button', { name: 'Choose a new password' }).click();
  await expect.element(screen.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect.element(screen.getByLabelText('Email')).toHaveValue(EMAIL);
});

test('requires the second factor before a new password can be chosen', async () => {
  const factor = testFactor();
  const user = newUser({ factors: [factor] });
  const { screen, rpc, history } = await renderApp(
    '/auth/confirm?token_hash=hash&type=recovery',
    createBuilderHandlers(),
    { user: null },
  );
  rpc.handleAuth('GET user', () => Response.json(user));
  rpc.handleAuth('POST verify', () => Response.json(createSession(user)));
  rpc.handleAuth(`POST factors/${factor.id}/challenge`, () =>
    Response.json({ id: 'challenge', type: 'totp', expires_at: 0 }),
  );
  rpc.handleAuth(`POST factors/${factor.id}/verify`, () => Response.json(createSession(user, { aal: 'aal2' })));
  await screen.getByRole('button', { name: 'Choose a new password' }).click();
  await screen.getByLabelText('Code from Phone in the studio').fill('123456');
  await screen.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(screen.getByLabelText('New password')).toBeVisible();
  await expect.poll(() => history.url).toBe('/auth/new-password');
  await expect.element(screen.getByText('Welcome back!')).not.toBeInTheDocument();
});

test('offers signing out instead of choosing a new password', async () => {
  const { screen, rpc, history } = await renderApp('/auth/new-password', {}, { user: newUser() });
  rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  await screen.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => history.url).toBe('/?notice=signed-out');
  expect(localStorage.getItem('tillwright-session')).toBeNull();
});

test('requires a new email when the reauthentication has expired', async () => {
  const { screen, rpc } = await renderApp('/auth/new-password', {}, { user: newUser() });
  rpc.handleAuth('PUT user', () => createAuthErrorResponse(401, 'reauthentication_needed'));
  await screen.getByLabelText('New password').fill(NEW_PASSWORD);
  await screen.getByRole('button', { name: 'Set password' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Confirm your email first' })).toBeVisible();
});

test('shows the owner of a reset account what was removed', async () => {
  const user = newUser();
  const account = { ...createAccount(user, { removedByReset: '1 API key, the connected Stripe account' }) };
  const { screen } = await renderApp('/auth/new-password', { 'get-account': () => account }, { user });
  const notice = screen.getByRole('complementary', { name: 'Account reset' });
  await expect
    .element(notice)
    .toMatchTextContent(
      'We signed out every session, removed the old password, and removed: 1 API key, the connected Stripe account.',
    );
});
