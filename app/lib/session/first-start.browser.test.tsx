import { expect, test } from 'vitest';

import { newUser } from '#app/testing/account.ts';
import { readBrowserData, NO_DATA } from '#app/testing/browser-data.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { HOUR_MS } from '#domain/time-units.ts';

import { writeRecord } from '../browser-database.ts';

test("deletes the last session's data and day-old unsaved changes when it starts without a session", async () => {
  localStorage.clear();
  const ownerId = newUser().id;
  await writeRecord('copies', `${ownerId} old`, { config: {}, at: Date.now() - 25 * HOUR_MS });
  await writeRecord('copies', `${ownerId} new`, { config: { productName: 'Waits for me' }, at: Date.now() });
  await writeRecord('histories', `${ownerId} page`, ['Secret plan']);
  await writeRecord('notes', 'zoom', 'Secret plan');
  localStorage.setItem('tillwright-campaigns', '[{"source":"newsletter"}]');
  const { screen } = await renderApp('/auth', {}, { user: null });
  await expect.element(screen.getByLabelText('Email')).toBeVisible();
  await expect.poll(readBrowserData).toEqual({ ...NO_DATA, copies: expect.stringContaining('Waits for me') });
  expect((await readBrowserData()).copies).not.toContain('old');
});
