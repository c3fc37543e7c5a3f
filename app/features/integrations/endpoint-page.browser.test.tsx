import { expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';

import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createSession, createTestUser } from '#app/testing/fake-session.ts';
import {
  createDeliveryDetail,
  getDeliveryId,
  ENDPOINT_ID,
  createEndpointHandlers,
  createFailingDelivery,
  createPasswordAccount,
  createDelivery,
  createWebhookEndpoint,
} from '#app/testing/integrations.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const ADDRESS = `/integrations/webhooks/${ENDPOINT_ID}`;
const NOW = '2026-03-02T10:00:00Z';
const log = (screen: RenderResult) => screen.getByRole('table', { name: 'Deliveries, newest first' });
const row = (screen: RenderResult, event: string) => log(screen).getByRole('row').filter({ hasText: event });
const secretIn = (screen: RenderResult, name: string) =>
  screen.getByRole('dialog', { name }).getByLabelText('Signing secret');

/** Selects an item of the webhook's menu. */
async function choose(screen: RenderResult, entry: string): Promise<void> {
  await screen.getByRole('button', { name: 'More' }).click();
  await screen.getByRole('menuitem', { name: entry }).click();
}

test('shows request and response of a failing webhook’s delivery', async () => {
  const handlers = createEndpointHandlers([createFailingDelivery()], createWebhookEndpoint({ failingSince: NOW }));
  const { screen, history } = await renderApp(ADDRESS, {
    ...handlers,
    'get-webhook-delivery': () => ({ delivery: createDeliveryDetail(createFailingDelivery()) }),
    'redeliver-webhooks': () => {
      handlers.updateEndpoint({ failingSince: null });
      handlers.setLog([createDelivery(1, { tries: 2 })]);
      return { queued: 1, remaining: 0 };
    },
  });
  await expect.element(row(screen, 'order.paid')).toMatchTextContent('It answered 500');
  const failing = screen.getByText(/^Deliveries have been failing/);
  await expect.element(failing).toBeVisible();
  await row(screen, 'order.paid').getByRole('link').click();
  const dialog = screen.getByRole('dialog', { name: 'order.paid' });
  await expect.element(dialog.getByText(/^It answered 500/).first()).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: /^Response body/ })).toMatchTextContent('set to fail');
  await expect
    .element(dialog.getByRole('region', { name: 'Request body as sent' }))
    .toMatchTextContent('bo@example.com');
  await expect
    .element(dialog.getByRole('region', { name: /^Request headers/ }))
    .toMatchTextContent('webhook-id: msg_1');
  await expect.poll(() => history.url).toBe(`${ADDRESS}?delivery=${getDeliveryId(1)}`);

  await dialog.getByRole('button', { name: 'Redeliver' }).click();
  await expect.element(screen.getByText('1 delivery is being resent.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => history.url).toMatch(new RegExp(`^${ADDRESS}\\??$`));
  await expect.element(row(screen, 'order.paid')).toMatchTextContent('Delivered');
  await expect.element(failing).not.toBeInTheDocument();
});

test('opens a delivery from its URL', async () => {
  const { screen, rpc } = await renderApp(`${ADDRESS}?delivery=${getDeliveryId(1)}`, {
    ...createEndpointHandlers([createFailingDelivery()]),
    'get-webhook-delivery': () => ({ delivery: createDeliveryDetail(createFailingDelivery()) }),
  });
  await expect.element(screen.getByRole('dialog', { name: 'order.paid' })).toBeVisible();
  expect(rpc.bodiesOf('get-webhook-delivery')[0]).toEqual({ deliveryId: getDeliveryId(1) });
});

test('sends a test event that appears in the log', async () => {
  const handlers = createEndpointHandlers();
  const sent = createDelivery(1, { type: 'webhook.test', orderNumber: null });
  const { screen, rpc } = await renderApp(ADDRESS, {
    ...handlers,
    'send-test-webhook': () => {
      handlers.setLog([sent]);
      return { delivery: sent };
    },
  });
  await expect.element(screen.getByText('No deliveries yet')).toBeVisible();
  await screen.getByRole('button', { name: 'Send test event' }).first().click();
  await expect.element(row(screen, 'webhook.test')).toMatchTextContent('Delivered');
  expect(rpc.bodiesOf('send-test-webhook')).toEqual([{ endpointId: ENDPOINT_ID }]);
});

test('holds deliveries back while a webhook is paused and filters them by state until it is resumed', async () => {
  const blockedDelivery = createDelivery(2, {
    type: 'page.published',
    orderNumber: null,
    state: 'blocked',
    tries: 0,
  });
  const { screen, rpc, history } = await renderApp(
    ADDRESS,
    createEndpointHandlers([blockedDelivery, createDelivery(1)]),
  );
  await choose(screen, 'Pause');
  await expect.element(screen.getByText('You paused this webhook.')).toBeVisible();
  await screen.getByRole('button', { name: 'On hold' }).click();
  await expect.element(row(screen, 'page.published')).toMatchTextContent('On hold');
  await expect.element(row(screen, 'order.paid')).not.toBeInTheDocument();
  await expect.poll(() => history.url).toBe(`${ADDRESS}?state=blocked`);
  await screen.getByRole('button', { name: 'Failed', exact: true }).click();
  await expect.element(screen.getByText('No deliveries match these filters')).toBeVisible();
  await screen.getByRole('button', { name: 'Show newest' }).click();
  await expect.element(row(screen, 'order.paid')).toBeVisible();
  await screen.getByRole('button', { name: 'Resume' }).click();
  await expect.element(screen.getByText('Pending events are now being sent in order.')).toBeVisible();
  await expect.element(screen.getByText('You paused this webhook.')).not.toBeInTheDocument();
  expect(rpc.bodiesOf('update-webhook-endpoint')).toEqual([
    { endpointId: ENDPOINT_ID, state: 'paused' },
    { endpointId: ENDPOINT_ID, state: 'active' },
  ]);
});

test('selects deliveries with Shift and redelivers them together', async () => {
  const deliveries = [3, 2, 1].map((number) => createDelivery(number));
  const { screen, rpc } = await renderApp(ADDRESS, {
    ...createEndpointHandlers(deliveries),
    'redeliver-webhooks': () => ({ remaining: 0, queued: 2 }),
  });
  const boxes = screen.getByRole('checkbox', { name: /^Select order\.paid/ });
  const selected = screen.getByRole('region', { name: 'Selected deliveries' });
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect.element(selected).toMatchTextContent('3 selected');
  await selected.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(selected).not.toBeInTheDocument();
  boxes.nth(0).element().focus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await expect.element(boxes.nth(1)).toHaveFocus();
  await expect.element(selected).toMatchTextContent('2 selected');
  await selected.getByRole('button', { name: 'Redeliver' }).click();
  await expect.element(screen.getByText('2 deliveries are being resent.')).toBeVisible();
  await expect.element(selected).not.toBeInTheDocument();
  expect(rpc.bodiesOf('redeliver-webhooks')).toEqual([
    { endpointId: ENDPOINT_ID, deliveryIds: [getDeliveryId(3), getDeliveryId(2)] },
  ]);
});

test('shows the secret and rotates it after a confirmation', async () => {
  const handlers = createEndpointHandlers([createDelivery(1)]);
  const { screen } = await renderApp(ADDRESS, {
    ...handlers,
    'show-webhook-secret': () => ({ secret: 'whsec_old' }),
    'rotate-webhook-secret': () => ({
      secret: 'whsec_new',
      endpoint: handlers.updateEndpoint({ oldSecretUntil: '2126-03-02T10:00:00Z' }),
    }),
  });
  await choose(screen, 'Show signing secret');
  await expect.element(secretIn(screen, 'Signing secret')).toHaveTextContent('whsec_old');
  await userEvent.keyboard('{Escape}');
  await choose(screen, 'Rotate signing secret');
  await screen
    .getByRole('dialog', { name: 'Rotate the signing secret?' })
    .getByRole('button', { name: 'Rotate secret' })
    .click();
  await expect.element(secretIn(screen, 'New signing secret')).toHaveTextContent('whsec_new');
  await screen.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText('Two signing secrets are valid')).toBeVisible();
});

test('saves a new URL after step-up authentication', async () => {
  let isConfirmed = false;
  const handlers = createEndpointHandlers();
  const { screen, rpc } = await renderApp(ADDRESS, {
    ...handlers,
    'get-account': createPasswordAccount,
    'confirm-identity': () => {
      isConfirmed = true;
      return { confirmedUntil: '2126-03-02T10:00:00Z' };
    },
    'update-webhook-endpoint': ({ url }) => {
      if (isConfirmed) return { endpoint: handlers.updateEndpoint({ url }) };
      const message = 'Confirm it’s you to continue.';
      throw new RpcFailure(403, { code: 'confirmation_needed', title: 'Is it you?', message });
    },
  });
  rpc.handleAuth('POST token', () => Response.json(createSession(createTestUser())));
  await choose(screen, 'Edit');
  const form = screen.getByRole('dialog', { name: 'Edit webhook' });
  const url = 'https://moved.example.com/hook';
  await form.getByRole('textbox', { name: 'URL' }).fill(url);
  await form.getByRole('button', { name: 'Save' }).click();
  await screen
    .getByRole('dialog', { name: 'Confirm it’s you' })
    .getByLabelText('Password', { exact: true })
    .fill('secret password');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Webhook saved')).toBeVisible();
  expect(rpc.bodiesOf('update-webhook-endpoint').map((body) => body.url)).toEqual([url, url]);
});

test('returns to the integrations after a webhook is deleted', async () => {
  const { screen, rpc, history } = await renderApp(ADDRESS, {
    ...createEndpointHandlers(),
    'delete-webhook-endpoint': () => ({ deleted: true }),
  });
  await choose(screen, 'Delete');
  const dialog = screen.getByRole('dialog', { name: /^Delete the webhook to books\.example\.com/ });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await expect.element(screen.getByText('Send events to your apps')).toBeVisible();
  await expect.poll(() => history.url).toBe('/integrations');
  expect(rpc.bodiesOf('delete-webhook-endpoint')).toEqual([{ endpointId: ENDPOINT_ID }]);
});

test('reports a webhook that does not exist', async () => {
  const { screen } = await renderApp(ADDRESS, {
    'get-webhook-endpoint': () => {
      throw new RpcFailure(404, { code: 'not_found', title: '', message: 'We couldn’t find that.' });
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Webhook not found' })).toBeVisible();
});
