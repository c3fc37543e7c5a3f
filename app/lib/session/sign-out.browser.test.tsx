import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { clearToasts } from '#app/components/toast.tsx';
import { enableSignOutButtons } from '#app/features/site/enhance/enhancements.ts';
import { createAuthErrorResponse, newUser } from '#app/testing/account.ts';
import { readBrowserData, NO_DATA } from '#app/testing/browser-data.ts';
import { getSavedStatus } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, createDraft, PAGE_ID, createSamplePage } from '#app/testing/builder.ts';
import { NoResponse, RpcFailure } from '#app/testing/fake-rpc.ts';
import { storeSession } from '#app/testing/fake-session.ts';
import { createOrderHandlers } from '#app/testing/orders.ts';
import { renderApp, type RenderedApp } from '#app/testing/render-app.tsx';

import { writeRecord } from '../browser-database.ts';
import { SESSION_KEY } from './signed-in-attribute.ts';

const PRODUCT_NAME = 'Secret plan';
const DIALOG_TITLE = 'Sign out and lose unsaved changes?';
const getAccountButton = () => page.getByRole('button', { name: /account menu for/ });
const getConfirmDialog = () => page.getByRole('dialog', { name: DIALOG_TITLE });

afterEach(clearToasts);

type EditedPage = RenderedApp & { handlers: ReturnType<typeof createBuilderHandlers> };

/** Edits a page as a seller, so that the browser stores undo steps and preferences. */
async function editPage(user = newUser()): Promise<EditedPage> {
  const handlers = createBuilderHandlers(createDraft(createSamplePage()));
  const app = await renderApp(`/builder?page=${PAGE_ID}`, { ...createOrderHandlers(), ...handlers }, { user });
  app.rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  await page.getByLabelText('Product name').fill(PRODUCT_NAME);
  await expect.element(getSavedStatus()).toBeVisible();
  localStorage.setItem('tillwright-campaigns', '[{"source":"newsletter"}]');
  sessionStorage.setItem('tillwright-reactivating', 'true');
  await expect.poll(async () => (await readBrowserData()).others).toContain(PRODUCT_NAME);
  return { ...app, handlers };
}

/** Leaves the builder with a change that cannot reach the server. */
async function leaveUnsaved({ rpc, history }: EditedPage, text: string): Promise<void> {
  rpc.handle({
    'save-draft': () => {
      throw new NoResponse();
    },
  });
  await page.getByLabelText('Description').fill(text);
  await expect.element(page.getByRole('status').getByText('Offline', { exact: true })).toBeVisible();
  await expect.poll(async () => (await readBrowserData()).copies).toContain(text);
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  await page.getByRole('button', { name: 'Leave page', exact: true }).click();
  await expect.poll(() => history.url).toBe('/pages');
}

async function signOut(): Promise<void> {
  await getAccountButton().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

test('leaves no data of the seller in the browser after a sign-out', async () => {
  const { history } = await editPage();
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  await expect.element(getAccountButton()).toBeVisible();
  await signOut();
  await expect.poll(() => history.url).toBe('/?notice=signed-out');
  await expect.poll(readBrowserData).toEqual(NO_DATA);
  expect(document.documentElement.textContent).not.toContain(PRODUCT_NAME);
  expect(document.documentElement.textContent).not.toContain('marlow@example.com');
});

test('asks for a sign-in on screens opened after a sign-out, and returns to them', async () => {
  const { history } = await renderApp('/orders', createOrderHandlers(), { user: newUser() });
  history.open('/pages');
  await expect.poll(() => history.url).toBe('/pages');
  await signOut();
  await expect.poll(() => history.url).toBe('/?notice=signed-out');
  history.open('/orders/9b1d?from=mail');
  await expect.poll(() => history.url).toBe('/auth?next=%2Forders%2F9b1d%3Ffrom%3Dmail');
  history.open('/subscription');
  await expect.poll(() => history.url).toBe('/builder');
});

test('deletes all data that the server also has when the server has ended the session', async () => {
  const { rpc } = await editPage();
  rpc.handleAuth('POST token', () => createAuthErrorResponse(400, 'refresh_token_not_found'));
  rpc.handleAuth('GET user', () => createAuthErrorResponse(403, 'session_not_found'));
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
  await expect.poll(readBrowserData).toEqual(NO_DATA);
  expect(document.documentElement.textContent).not.toContain(PRODUCT_NAME);
});

test('asks for confirmation before a sign-out loses unsaved changes', async () => {
  const editedPage = await editPage();
  await leaveUnsaved(editedPage, 'Not yet there');
  await signOut();
  await expect.element(getConfirmDialog()).toMatchTextContent('One page has unsaved changes.');
  await getConfirmDialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(getConfirmDialog()).not.toBeInTheDocument();
  expect((await readBrowserData()).copies).toContain('Not yet there');
  expect(editedPage.history.url).toBe('/pages');

  await signOut();
  await getConfirmDialog().getByRole('button', { name: 'Sign out without saving' }).click();
  await expect.poll(() => editedPage.history.url).toBe('/?notice=signed-out');
  await expect.poll(readBrowserData).toEqual(NO_DATA);
});

test('saves unsaved changes at sign-out and does not ask when that succeeds', async () => {
  const editedPage = await editPage();
  await leaveUnsaved(editedPage, 'There in the end');
  editedPage.rpc.handle({ 'save-draft': editedPage.handlers['save-draft'] });
  await signOut();
  await expect.poll(() => editedPage.history.url).toBe('/?notice=signed-out');
  expect(editedPage.handlers.page()?.config.description).toBe('There in the end');
  await expect.poll(readBrowserData).toEqual(NO_DATA);
});

test('keeps unsaved changes of an ended session for their seller, even when another seller signs out', async () => {
  const editedPage = await editPage();
  await leaveUnsaved(editedPage, 'Waits for me');
  localStorage.removeItem(SESSION_KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEY }));
  await expect.element(page.getByLabelText('Email')).toBeVisible();
  await expect.poll(async () => (await readBrowserData()).others).toBe('');
  const { copies } = await readBrowserData();
  expect(copies).toContain('Waits for me');
  await editedPage.screen.unmount();

  const other = await renderApp('/orders', createOrderHandlers(), {
    user: newUser({ email: 'other@example.com' }),
  });
  other.rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  await expect.element(getAccountButton()).toHaveAccessibleName('OT: account menu for other@example.com');
  await signOut();
  await expect.poll(() => other.history.url).toBe('/?notice=signed-out');
  await expect.poll(readBrowserData).toEqual({ ...NO_DATA, copies });
});

test("asks about unsaved changes at the site's sign-out button, and keeps them when the seller stays", async () => {
  const user = newUser();
  await renderApp('/', {}, { user });
  storeSession(user);
  await writeRecord('copies', `${user.id} ${PAGE_ID}`, { config: createSamplePage(), at: Date.now() });
  const button = document.createElement('button');
  button.dataset.signOut = '';
  button.textContent = 'Sign out';
  document.body.append(button);
  onTestFinished(() => button.remove());
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  onTestFinished(() => confirm.mockRestore());
  enableSignOutButtons();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => confirm.mock.calls).toEqual([[expect.stringContaining(DIALOG_TITLE)]]);
  await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect((await readBrowserData()).copies).toContain('Linocut for Beginners');
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});
