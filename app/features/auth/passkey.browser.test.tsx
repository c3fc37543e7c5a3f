import { expect, onTestFinished, test } from 'vitest';

import { renderApp } from '#app/testing/render-app.tsx';

test('explains that no passkey was used when the browser has none for the site', async () => {
  const { get } = navigator.credentials;
  navigator.credentials.get = () =>
    Promise.reject(new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError'));
  onTestFinished(() => {
    navigator.credentials.get = get;
  });
  const { screen, rpc } = await renderApp('/auth', {}, { user: null });
  rpc.handleAuth('POST passkeys/authentication/options', () =>
    Response.json({
      challenge_id: 'challenge',
      options: { challenge: 'AAAA', rpId: 'localhost' },
      expires_at: 0,
    }),
  );
  await screen.getByRole('button', { name: 'Use a passkey' }).click();
  await expect
    .element(screen.getByText('We couldn’t verify you that way. Try again or use another method.'))
    .toBeVisible();
});
