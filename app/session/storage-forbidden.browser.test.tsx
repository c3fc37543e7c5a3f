import { expect, onTestFinished, test } from 'vitest';

import { newUser } from '#app/testing/account.ts';
import { savedStatus } from '#app/testing/builder-screen.ts';
import { builderHandlers } from '#app/testing/builder.ts';
import { sessionOf } from '#app/testing/fake-session.ts';
import { renderApp } from '#app/testing/render-app.tsx';

/** Makes every access to local storage and IndexedDB throw, as in a browser that blocks them. */
function forbidStorage(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document', 'SecurityError');
  };
  for (const name of ['localStorage', 'indexedDB'] as const) {
    const own = Object.getOwnPropertyDescriptor(window, name);
    Object.defineProperty(window, name, { get: refuse, configurable: true });
    onTestFinished(() => {
      if (own) Object.defineProperty(window, name, own);
    });
  }
}

test('signs in for this page only, says so, and works when storage is blocked', async () => {
  const answers = builderHandlers();
  const { screen, rpc, history } = await renderApp('/auth?plan=growth', answers, { user: null });
  forbidStorage();
  const user = newUser();
  rpc.handleAuth('POST token', () => Response.json(sessionOf(user)));
  rpc.handleAuth('GET user', () => Response.json(user));
  await screen.getByLabelText('Email').fill('marlow@example.com');
  await screen.getByLabelText('Password', { exact: true }).fill('right password');
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.element(screen.getByText('Signed in on this page only')).toBeVisible();
  await expect.poll(() => history.address).toBe('/builder');
  await screen.getByLabelText('Product name').fill('Made without a memory');
  await expect.element(savedStatus()).toBeVisible();
  expect(answers.page()?.config.productName).toBe('Made without a memory');
});
