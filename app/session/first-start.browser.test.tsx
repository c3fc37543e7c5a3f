import { expect, test } from 'vitest';

import { browserData, NO_DATA } from '#app/testing/browser-data.ts';
import { newUser } from '#app/testing/account.ts';
import { renderApp } from '#app/testing/render-app.tsx';

import { keep } from './browser-store.ts';

const HOUR_MS = 60 * 60 * 1000;

test("deletes the last session's data and day-old unsaved changes when it starts without a session", async () => {
  const owner = newUser().id;
  await keep('copies', `${owner} old`, { config: {}, at: Date.now() - 25 * HOUR_MS });
  await keep('copies', `${owner} new`, { config: { productName: 'Waits for me' }, at: Date.now() });
  await keep('histories', `${owner} page`, ['Secret plan']);
  await keep('notes', 'zoom', 'Secret plan');
  localStorage.setItem('tillwright-campaigns', '[{"source":"newsletter"}]');
  const { screen } = await renderApp('/auth', {}, { user: null });
  await expect.element(screen.getByLabelText('Email')).toBeVisible();
  await expect.poll(browserData).toEqual({ ...NO_DATA, copies: expect.stringContaining('Waits for me') });
  expect((await browserData()).copies).not.toContain('old');
});
