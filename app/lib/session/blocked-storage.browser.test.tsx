import { expect, onTestFinished, test } from 'vitest';

import { newUser } from '#app/testing/account.ts';
import { getSavedStatus } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers } from '#app/testing/builder.ts';
import { createSession } from '#app/testing/fake-session.ts';
import { renderApp } from '#app/testing/render-app.tsx';

/** Makes every access to local storage and IndexedDB throw, as in a browser that blocks them. */
function blockStorage(): void {
  const throwSecurityError = () => {
    throw new DOMException('Access is denied for this document', 'SecurityError');
  };
  for (const name of ['localStorage', 'indexedDB'] as const) {
    const originalDescriptor = Object.getOwnPropertyDescriptor(window, name);
    Object.defineProperty(window, name, { get: throwSecurityError, configurable: true });
    onTestFinished(() => {
      if (originalDescriptor) Object.defineProperty(window, name, originalDescriptor);
    });
  }
}

test('signs in for this page only, says so, and works when storage is blocked', async () => {
  const handlers = createBuilderHandlers();
  const { screen, rpc, history } = await renderApp('/auth?plan=growth', handlers, { user: null });
  blockStorage();
  const user = newUser();
  rpc.handleAuth('POST token', () => Response.json(createSession(user)));
  rpc.handleAuth('GET user', () => Response.json(user));
  await screen.getByLabelText('Email').fill('marlow@example.com');
  await screen.getByLabelText('Password', { exact: true }).fill('right password');
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.element(screen.getByText('Signed in on this page only')).toBeVisible();
  await expect.poll(() => history.url).toBe('/builder');
  await screen.getByLabelText('Product name').fill('Made without a memory');
  await expect.element(getSavedStatus()).toBeVisible();
  expect(handlers.page()?.config.productName).toBe('Made without a memory');
});
