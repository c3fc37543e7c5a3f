import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { signOutAtPress } from '#app/site/script/sign-out.ts';
import { authRefusal, newUser } from '#app/testing/account.ts';
import { browserData, NO_DATA } from '#app/testing/browser-data.ts';
import { savedStatus } from '#app/testing/builder-screen.ts';
import { builderHandlers, draftOf, PAGE_ID, samplePage } from '#app/testing/builder.ts';
import { NoResponse, RpcFailure } from '#app/testing/fake-rpc.ts';
import { storeSession } from '#app/testing/fake-session.ts';
import { orderHandlers } from '#app/testing/orders.ts';
import { renderApp, type RenderedApp } from '#app/testing/render-app.tsx';
import { clearToasts } from '#app/ui/toast.tsx';

import { keep } from './browser-store.ts';
import { SESSION_KEY } from './session-mark.ts';

const NAME = 'Secret plan';
const QUESTION = 'Sign out and lose your last changes?';
const account = () => page.getByRole('button', { name: /account of/ });
const question = () => page.getByRole('dialog', { name: QUESTION });

afterEach(clearToasts);

type Work = RenderedApp & { answers: ReturnType<typeof builderHandlers> };

/** Edits a page as a seller, so that the browser stores undo steps and preferences. */
async function editPage(user = newUser()): Promise<Work> {
  const answers = builderHandlers(draftOf(samplePage()));
  const app = await renderApp(`/builder?page=${PAGE_ID}`, { ...orderHandlers(), ...answers }, { user });
  app.rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  await page.getByLabelText('Product name').fill(NAME);
  await expect.element(savedStatus()).toBeVisible();
  localStorage.setItem('tillwright-campaigns', '[{"source":"newsletter"}]');
  sessionStorage.setItem('tillwright-reactivating', 'true');
  await expect.poll(async () => (await browserData()).others).toContain(NAME);
  return { ...app, answers };
}

/** Leaves the builder with a change that cannot reach the server. */
async function leaveUnsaved({ rpc, history }: Work, text: string): Promise<void> {
  rpc.handle({
    'save-draft': () => {
      throw new NoResponse();
    },
  });
  await page.getByLabelText('Description').fill(text);
  await expect.element(page.getByRole('status').getByText('Offline', { exact: true })).toBeVisible();
  await expect.poll(async () => (await browserData()).copies).toContain(text);
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect.poll(() => history.address).toBe('/pages');
}

async function signOut(): Promise<void> {
  await account().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

test('leaves no data of the seller in the browser after a sign-out', async () => {
  const { history } = await editPage();
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  await expect.element(account()).toBeVisible();
  await signOut();
  await expect.poll(() => history.address).toBe('/?notice=signed-out');
  await expect.poll(browserData).toEqual(NO_DATA);
  expect(document.documentElement.textContent).not.toContain(NAME);
  expect(document.documentElement.textContent).not.toContain('marlow@example.com');
});

test('asks for a sign-in on screens opened after a sign-out, and returns to them', async () => {
  const { history } = await renderApp('/orders', orderHandlers(), { user: newUser() });
  history.open('/pages');
  await expect.poll(() => history.address).toBe('/pages');
  await signOut();
  await expect.poll(() => history.address).toBe('/?notice=signed-out');
  history.open('/orders/9b1d?from=mail');
  await expect.poll(() => history.address).toBe('/auth?next=%2Forders%2F9b1d%3Ffrom%3Dmail');
  history.open('/subscription');
  await expect.poll(() => history.address).toBe('/builder');
});

test('deletes all data that the server also has when the server has ended the session', async () => {
  const { rpc } = await editPage();
  rpc.handleAuth('POST token', () => authRefusal(400, 'refresh_token_not_found'));
  rpc.handleAuth('GET user', () => authRefusal(403, 'session_not_found'));
  rpc.handle({
    'list-pages': () => {
      throw new RpcFailure(401, {
        code: 'unauthorized',
        title: 'Authentication Required',
        message: 'Please sign in and try again.',
      });
    },
  });
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  await expect.element(page.getByLabelText('Email')).toBeVisible();
  await expect.poll(browserData).toEqual(NO_DATA);
  expect(document.documentElement.textContent).not.toContain(NAME);
});

test('asks for confirmation before a sign-out loses unsaved changes', async () => {
  const work = await editPage();
  await leaveUnsaved(work, 'Not yet there');
  await signOut();
  await expect.element(question()).toMatchTextContent('Changes to one page have not reached us.');
  await question().getByRole('button', { name: 'Stay' }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect((await browserData()).copies).toContain('Not yet there');
  expect(work.history.address).toBe('/pages');

  await signOut();
  await question().getByRole('button', { name: 'Sign out and lose them' }).click();
  await expect.poll(() => work.history.address).toBe('/?notice=signed-out');
  await expect.poll(browserData).toEqual(NO_DATA);
});

test('saves unsaved changes at sign-out and does not ask when that succeeds', async () => {
  const work = await editPage();
  await leaveUnsaved(work, 'There in the end');
  work.rpc.handle({ 'save-draft': work.answers['save-draft'] });
  await signOut();
  await expect.poll(() => work.history.address).toBe('/?notice=signed-out');
  expect(work.answers.page()?.config.description).toBe('There in the end');
  await expect.poll(browserData).toEqual(NO_DATA);
});

test('keeps unsaved changes of an ended session for their seller, even when another seller signs out', async () => {
  const work = await editPage();
  await leaveUnsaved(work, 'Waits for me');
  localStorage.removeItem(SESSION_KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
  await expect.element(page.getByLabelText('Email')).toBeVisible();
  await expect.poll(async () => (await browserData()).others).toBe('');
  const { copies } = await browserData();
  expect(copies).toContain('Waits for me');
  await work.screen.unmount();

  const other = await renderApp('/orders', orderHandlers(), {
    user: newUser({ email: 'other@example.com' }),
  });
  other.rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  await expect.element(account()).toHaveAccessibleName('OT: account of other@example.com');
  await signOut();
  await expect.poll(() => other.history.address).toBe('/?notice=signed-out');
  await expect.poll(browserData).toEqual({ ...NO_DATA, copies });
});

test("asks about unsaved changes at the site's sign-out button, and keeps them when the seller stays", async () => {
  const user = newUser();
  await renderApp('/', {}, { user });
  storeSession(user);
  await keep('copies', `${user.id} ${PAGE_ID}`, { config: samplePage(), at: Date.now() });
  const button = document.createElement('button');
  button.dataset.signOut = '';
  button.textContent = 'Sign out';
  document.body.append(button);
  onTestFinished(() => button.remove());
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  onTestFinished(() => confirm.mockRestore());
  signOutAtPress();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => confirm.mock.calls).toEqual([[expect.stringContaining(QUESTION)]]);
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect((await browserData()).copies).toContain('Linocut for Beginners');
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});
