import { afterEach, expect, test } from 'vitest';

import { authRefusal, newUser } from '#app/testing/account.ts';
import { builderHandlers } from '#app/testing/builder.ts';
import { sessionOf } from '#app/testing/fake-session.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { clearToasts } from '#app/ui/toast.tsx';

const LINK = '/auth/confirm?token_hash=hash&type=signup';

afterEach(clearToasts);

test('the link after signing up confirms the address and signs in', async () => {
  const { screen, rpc, history } = await renderApp(LINK, builderHandlers(), { user: null });
  const user = newUser();
  rpc.handleAuth('POST verify', () => Response.json(sessionOf(user)));
  rpc.handleAuth('GET user', () => Response.json(user));
  await screen.getByRole('button', { name: 'Confirm address' }).click();
  await expect.element(screen.getByText('Address confirmed')).toBeVisible();
  await expect.poll(() => history.address).toBe('/builder');
});

test('the link of a browser that is signed in replaces its session', async () => {
  const user = newUser({ email: 'earlier@example.com' });
  const { screen, rpc } = await renderApp(LINK, builderHandlers(), { user });
  let ended = 0;
  rpc.handleAuth('POST logout', () => {
    ended += 1;
    return new Response(null, { status: 204 });
  });
  rpc.handleAuth('POST verify', () => Response.json(sessionOf(newUser())));
  await expect.element(screen.getByText(/This browser is signed in as earlier@example.com/)).toBeVisible();
  await screen.getByRole('button', { name: 'Confirm address' }).click();
  await expect.element(screen.getByText('Address confirmed')).toBeVisible();
  await expect.poll(() => ended).toBe(1);
});

test('a link that was used says that the address is confirmed already', async () => {
  const { screen, rpc } = await renderApp(LINK, {}, { user: newUser() });
  rpc.handleAuth('POST verify', () => authRefusal(403, 'otp_expired'));
  await screen.getByRole('button', { name: 'Confirm address' }).click();
  await expect.element(screen.getByText('Your address is confirmed already.')).toBeVisible();
});

test('a link that was used offers a visitor who is signed out a new mail', async () => {
  const { screen, rpc } = await renderApp(LINK, {}, { user: null });
  rpc.handleAuth('POST verify', () => authRefusal(403, 'otp_expired'));
  await screen.getByRole('button', { name: 'Confirm address' }).click();
  await expect
    .element(screen.getByRole('heading', { name: 'This link does not work any more' }))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Send the mail' })).toBeVisible();
});

test('the first of two email addresses reads that the other one must confirm the change as well', async () => {
  const user = newUser({ new_email: 'moved@example.com' });
  const { screen, rpc } = await renderApp('/auth/confirm?token_hash=hash&type=email_change', {}, { user });
  rpc.handleAuth('POST verify', () => Response.json({ msg: 'Accepted', code: '200' }));
  await screen.getByRole('button', { name: 'Agree' }).click();
  await expect.element(screen.getByRole('heading', { name: 'This mailbox agrees' })).toBeVisible();
  await expect
    .element(screen.getByText(/we wrote to marlow@example.com and to moved@example.com/))
    .toBeVisible();
});
