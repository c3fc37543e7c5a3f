import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { newUser, testFactor } from '#app/testing/account.ts';
import { broadcastFromOtherTab, openStorageOfOtherTab } from '#app/testing/browser-data.ts';
import { createSession } from '#app/testing/fake-session.ts';
import { createOrderHandlers } from '#app/testing/orders.ts';
import { renderApp } from '#app/testing/render-app.tsx';

import { SESSION_KEY } from './signed-in-attribute.ts';

const getAccountButton = () => page.getByRole('button', { name: /account menu for/ });

async function renderOrders(user = newUser()) {
  const app = await renderApp('/orders', createOrderHandlers(), { user });
  return { ...app, user };
}

async function expectSignedOut(): Promise<void> {
  await expect.element(page.getByLabelText('Email')).toBeVisible();
  expect(document.documentElement.dataset.signed).toBe('out');
  await expect.poll(() => localStorage.getItem(SESSION_KEY)).toBeNull();
}

test.each([
  ['cleared', (storage: Storage) => storage.clear()],
  ['made unreadable', (storage: Storage) => storage.setItem(SESSION_KEY, '{"access_token":1}')],
])('ends the session of an open tab when another tab has %s the storage', async (_description, changeStorage) => {
  await renderOrders();
  await expect.element(getAccountButton()).toBeVisible();
  changeStorage(openStorageOfOtherTab());
  await expect.element(page.getByLabelText('Email')).toBeVisible();
  expect(document.documentElement.dataset.signed).toBe('out');
});

test('signs in a tab on the sign-in screen when another tab signs in', async () => {
  const user = newUser();
  const { rpc, history } = await renderApp('/auth?next=/orders', createOrderHandlers(), { user: null });
  rpc.handleAuth('GET user', () => Response.json(user));
  await expect.element(page.getByLabelText('Email')).toBeVisible();
  const session = createSession(user);
  openStorageOfOtherTab().setItem(SESSION_KEY, JSON.stringify(session));
  await expect.element(getAccountButton()).toBeVisible();
  await expect.poll(() => history.url).toBe('/orders');
});

test('reads the session again when the page returns from the back/forward cache', async () => {
  await renderOrders();
  await expect.element(getAccountButton()).toBeVisible();
  localStorage.removeItem(SESSION_KEY);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expectSignedOut();
});

test('removes a just refreshed session after a sign-out in another tab, but keeps a newer session', async () => {
  const { rpc } = await renderOrders();
  await expect.element(getAccountButton()).toBeVisible();
  const nextUser = newUser({ email: 'next@example.com' });
  rpc.handleAuth('GET user', () => Response.json(nextUser));
  const session = createSession(nextUser);
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  broadcastFromOtherTab('SIGNED_OUT');
  await expect.element(getAccountButton()).toHaveAccessibleName('NE: account menu for next@example.com');
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();

  broadcastFromOtherTab('SIGNED_OUT');
  await expectSignedOut();
});

test('says that the user signed out in another tab', async () => {
  await renderOrders();
  await expect.element(getAccountButton()).toBeVisible();
  const channel = new BroadcastChannel('tillwright-sign-out');
  channel.postMessage(null);
  channel.close();
  // The removal arrives after the message, as it does when the other tab waits for the server.
  setTimeout(() => openStorageOfOtherTab().removeItem(SESSION_KEY), 50);
  await expectSignedOut();
  await expect.element(page.getByRole('heading', { name: 'You were signed out' })).toBeVisible();
  await expect.element(page.getByText(/^You signed out in another tab\./)).toBeVisible();
});

test('shows the new user after another tab changes the user', async () => {
  const { user } = await renderOrders();
  await expect.element(getAccountButton()).toHaveAccessibleName('MA: account menu for marlow@example.com');
  const changed = { ...user, email: 'new-address@example.com' };
  const session = createSession(changed);
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  broadcastFromOtherTab('USER_UPDATED', session);
  await expect.element(getAccountButton()).toHaveAccessibleName('NE: account menu for new-address@example.com');
});

test('opens other tabs when one tab passes the second step', async () => {
  const user = newUser({ factors: [testFactor()] });
  const { history } = await renderOrders(user);
  await expect.element(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  const session = createSession(user, { aal: 'aal2' });
  openStorageOfOtherTab().setItem(SESSION_KEY, JSON.stringify(session));
  await expect.element(getAccountButton()).toBeVisible();
  await expect.poll(() => history.url).toBe('/orders');
});
