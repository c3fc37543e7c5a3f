import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { NoResponse, RpcFailure } from '#app/testing/fake-rpc.ts';
import { createSession, createTestUser } from '#app/testing/fake-session.ts';
import {
  createApiKey,
  createIntegrationHandlers,
  createPasswordAccount,
  createWebhookEndpoint,
} from '#app/testing/integrations.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const SECRET = 'tw_test_the_whole_key';

test('creates a key after step-up authentication and offers to copy it before closing', async () => {
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copying.mockRestore());
  let isConfirmed = false;
  const { screen, rpc } = await renderApp('/integrations', {
    ...createIntegrationHandlers(),
    'get-account': createPasswordAccount,
    'confirm-identity': () => {
      isConfirmed = true;
      return { confirmedUntil: '2126-03-02T10:00:00Z' };
    },
    'create-api-key': () => {
      if (isConfirmed) return { key: createApiKey(), secret: SECRET };
      const message = 'Confirm it’s you to continue.';
      throw new RpcFailure(403, { code: 'confirmation_needed', title: 'Is it you?', message });
    },
  });
  rpc.handleAuth('POST token', () => Response.json(createSession(createTestUser())));
  await screen.getByRole('button', { name: 'Create API key' }).click();
  const form = screen.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabelText('Name').fill('Nightly export');
  await expect.element(form.getByRole('button', { name: 'Read only' })).toHaveAttribute('aria-pressed', 'true');
  await form.getByRole('button', { name: 'Create API key' }).click();
  await screen
    .getByRole('dialog', { name: 'Confirm it’s you' })
    .getByLabelText('Password', { exact: true })
    .fill('secret password');
  rpc.handle({ 'list-api-keys': () => ({ keys: [createApiKey()] }) });
  await userEvent.keyboard('{Enter}');
  const shown = screen.getByRole('dialog', { name: 'API key “Nightly export”' });
  await expect.element(shown.getByText(SECRET)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await screen
    .getByRole('dialog', { name: 'Close without copying the key?' })
    .getByRole('button', { name: 'Go back' })
    .click();
  await shown.getByRole('button', { name: 'Copy' }).click();
  await expect.element(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copying.mock.calls).toEqual([[SECRET]]);
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect.element(shown).not.toBeInTheDocument();
  await expect.element(screen.getByRole('row').filter({ hasText: 'Nightly export' })).toMatchTextContent('Never used');
  const [requests, created] = rpc.bodiesOf('create-api-key');
  expect(created).toEqual(requests);
  expect(created?.name).toBe('Nightly export');
});

test('shows the last use of a key and revokes it after a confirmation', async () => {
  const used = createApiKey({ lastUsedAt: '2026-03-02T10:00:00Z', lastUsedFrom: '203.0.113.9' });
  const { screen, rpc } = await renderApp('/integrations', {
    ...createIntegrationHandlers({ keys: [used] }),
    'revoke-api-key': () => ({ revoked: true }),
  });
  const row = screen.getByRole('row').filter({ hasText: 'Nightly export' });
  await expect.element(row).toMatchTextContent('from 203.0.113.9');
  await row.getByRole('button', { name: 'Revoke Nightly export' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Revoke “Nightly export”?' });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  rpc.handle(createIntegrationHandlers());
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect.element(screen.getByText('API key revoked')).toBeVisible();
  await expect.element(screen.getByText('Use the API')).toBeVisible();
  expect(rpc.bodiesOf('revoke-api-key')).toEqual([{ keyId: used.id }]);
});

test('requires a URL for a new webhook, keeps a rejected one and shows the secret', async () => {
  const { screen, rpc } = await renderApp('/integrations', {
    ...createIntegrationHandlers(),
    'create-webhook-endpoint': ({ url }) => {
      if (url !== 'https://10.0.0.7/hook') return { endpoint: createWebhookEndpoint(), secret: 'whsec_test' };
      const message = 'We can’t send webhooks to this URL.';
      throw new RpcFailure(422, { code: 'webhook_address_refused', title: '', message });
    },
  });
  await screen.getByRole('button', { name: 'Add webhook' }).click();
  const form = screen.getByRole('dialog', { name: 'Add webhook' });
  const field = form.getByLabelText('URL');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await expect.element(field).toHaveAccessibleDescription('Enter the URL of your app.');
  await field.fill('https://10.0.0.7/hook');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAccessibleDescription('We can’t send webhooks to this URL.');
  await expect.element(field).toHaveValue('https://10.0.0.7/hook');
  await field.fill('https://books.example.com/hook');
  await form.getByLabelText('Description').fill('Bookkeeping');
  rpc.handle(createIntegrationHandlers({ endpoints: [createWebhookEndpoint()] }));
  await form.getByRole('button', { name: 'Add webhook' }).click();
  const added = screen.getByRole('dialog', { name: 'Webhook added' });
  await expect.element(added.getByText('whsec_test')).toBeVisible();
  await added.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByRole('link', { name: 'books.example.com/hook' })).toBeVisible();
  expect(rpc.bodiesOf('create-webhook-endpoint').at(-1)).toEqual({
    url: 'https://books.example.com/hook',
    description: 'Bookkeeping',
    format: 'standard',
    events: [],
  });
});

test('leads to the plans when the webhook limit is reached, and fits on a phone', async () => {
  await page.viewport(390, 844);
  const long = createWebhookEndpoint({
    id: '66666666-6666-4666-8666-000000000002',
    url: `https://books.example.com/${'x'.repeat(60)}`,
    description: '',
    format: 'slack',
  });
  const { screen } = await renderApp(
    '/integrations',
    createIntegrationHandlers({ endpoints: [createWebhookEndpoint(), long] }),
  );
  await expect.element(screen.getByText(/^You’ve reached your plan’s limit\. Pro includes 20/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add webhook' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/subscription');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.viewport(1280, 900);
});

test('retries after a load error', async () => {
  const { screen, rpc } = await renderApp('/integrations', {
    ...createIntegrationHandlers(),
    'list-api-keys': () => {
      throw new NoResponse();
    },
  });
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Couldn’t load your API keys');
  rpc.handle(createIntegrationHandlers());
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Use the API')).toBeVisible();
});

test('requires a confirmed email address for an API key and sends the confirmation link', async () => {
  const { screen, rpc, user } = await renderApp('/integrations', {
    ...createIntegrationHandlers(),
    'create-api-key': () => {
      const message = 'Open the confirmation link we emailed you, then try again.';
      throw new RpcFailure(403, {
        code: 'email_not_confirmed',
        title: 'Confirm your email address',
        message,
      });
    },
  });
  const sent: unknown[] = [];
  rpc.handleAuth('POST resend', (body) => {
    sent.push(body);
    return Response.json({});
  });
  await screen.getByRole('button', { name: 'Create API key' }).click();
  const form = screen.getByRole('dialog', { name: 'Create API key' });
  await form.getByLabelText('Name').fill('Nightly export');
  await form.getByRole('button', { name: 'Create API key' }).click();
  await expect.element(form.getByRole('alert')).toMatchTextContent('Open the confirmation link');
  await form.getByRole('button', { name: 'Send link' }).click();
  await expect.element(form.getByRole('status')).toMatchTextContent(`We emailed a link to ${user?.email}.`);
  expect(sent).toEqual([expect.objectContaining({ type: 'signup', email: user?.email })]);
});

test('shows the API keys while the webhooks are slow', async () => {
  const { promise, resolve } = Promise.withResolvers<{ endpoints: []; most: number }>();
  const { screen } = await renderApp('/integrations', {
    ...createIntegrationHandlers(),
    'list-webhook-endpoints': () => promise,
  });
  const heading = screen.getByRole('heading', { name: 'API keys', includeHidden: true });
  await expect.element(heading).toBeInTheDocument();
  await expect.element(heading).not.toBeVisible();
  await expect.element(heading).toBeVisible();
  resolve({ endpoints: [], most: 5 });
  await expect.element(screen.getByRole('button', { name: 'Add webhook' })).toBeVisible();
});

test('shows the signing secret and replaces it after a confirmation', async () => {
  const { screen, rpc } = await renderApp('/integrations', {
    ...createIntegrationHandlers(),
    'show-signing-secret': () => ({ secret: 'twsec_first' }),
    'replace-signing-secret': () => ({ secret: 'twsec_second' }),
  });
  const show = screen.getByRole('button', { name: 'Show signing secret' });
  await show.click();
  const dialog = screen.getByRole('dialog', { name: 'Signed links' });
  await expect.element(dialog.getByText('twsec_first')).toBeVisible();
  await dialog.getByRole('button', { name: 'Replace secret' }).click();
  const question = screen.getByRole('dialog', { name: 'Replace the signing secret?' });
  expect(rpc.bodiesOf('replace-signing-secret')).toEqual([]);
  await question.getByRole('button', { name: 'Replace secret' }).click();
  await expect.element(dialog.getByText('twsec_second')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(show).toHaveFocus();
});
