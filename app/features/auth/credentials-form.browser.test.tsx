import { expect, test } from 'vitest';

import { createAuthErrorResponse } from '#app/testing/account.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('shows a password that the server refuses once, at the field', async () => {
  const { screen, rpc } = await renderApp('/auth?tab=sign-up', {}, { user: null });
  rpc.handleAuth('POST signup', () => createAuthErrorResponse(422, 'weak_password', 'This password is too common.'));
  await screen.getByLabelText('Email').fill('marlow@example.com');
  const password = screen.getByLabelText('Password', { exact: true });
  await password.fill('password1');
  await screen.getByRole('button', { name: 'Create account', exact: true }).click();
  await expect.element(password).toHaveAccessibleDescription(/too common/);
  await expect.element(password).toHaveFocus();
  await expect.element(screen.getByText('This password is too common.')).toHaveLength(1);
});
