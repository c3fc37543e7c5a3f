import { expect, test } from 'vitest';

import { renderApp } from '#app/testing/render-app.tsx';

test('ignores an error in the URL that this tab did not cause, and cleans the URL', async () => {
  const { screen, history } = await renderApp(
    '/auth?error=access_denied&error_description=Call+us+at+555',
    {},
    { user: null },
  );
  await expect.element(screen.getByText('This sign-in was started in another browser. Try again here.')).toBeVisible();
  await expect.poll(() => history.url).toBe('/auth');
  await expect.element(screen.getByText(/555/)).not.toBeInTheDocument();
});
