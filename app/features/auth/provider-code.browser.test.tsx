import { expect, test } from 'vitest';

import { renderApp } from '#app/testing/render-app.tsx';

test('refuses a code that this browser did not request, and cleans the URL', async () => {
  const { screen, history } = await renderApp('/auth?code=made-up', {}, { user: null });
  await expect.element(screen.getByText('This sign-in was started in another browser. Try again here.')).toBeVisible();
  await expect.poll(() => history.url).toBe('/auth');
  await expect.element(screen.getByLabelText('Email')).toBeVisible();
});
