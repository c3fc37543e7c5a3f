import { expect, onTestFinished, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { page } from 'vitest/browser';

import {
  createCustomerDetail,
  createCustomerHandlers,
  THREE_CUSTOMERS,
  createCustomer,
} from '#app/testing/customers.ts';
import { collectDownloads } from '#app/testing/downloads.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createBuyerSubscription, CUSTOMER_ID, ORDER_ID } from '#app/testing/orders.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const rows = (screen: RenderResult) => screen.getByRole('table').getByRole('row');
/** Rows of the table, header included. */
const expectRows = (screen: RenderResult, count: number) =>
  expect.poll(() => rows(screen).elements().length).toBe(count + 1);

test('lists customers and keeps search and sort order in the URL', async () => {
  const { screen, rpc, history } = await renderApp('/customers', createCustomerHandlers());
  await expectRows(screen, 3);
  for (const text of [
    'Aiko Lindqvist',
    'Sweden',
    '3 orders',
    '1 subscription',
    '$135.00 USD',
    '€9.00 EUR',
    'Apr 5, 2026',
  ])
    await expect.element(rows(screen).nth(1)).toMatchTextContent(text);
  await expect.element(rows(screen).nth(2).getByRole('link')).toMatchTextContent('nameless@post.example');
  await screen.getByLabelText('Search customers').fill('aiko');
  await expectRows(screen, 1);
  await screen.getByLabelText('Sort by').selectOptions('Most spent');
  await expect.poll(() => history.url).toBe('/customers?q=aiko&sort=spent');
  await expect.poll(() => rpc.bodiesOf('list-customers').at(-1)).toEqual({ search: 'aiko', sort: 'spent' });
  await screen.getByLabelText('Search customers').fill('nobody');
  await expect.element(screen.getByText(/^No customers match “nobody”/)).toBeVisible();
  await screen.getByRole('button', { name: 'Clear search' }).click();
  await expectRows(screen, 3);
  await rows(screen).nth(3).getByRole('link').click();
  await expect.poll(() => history.url).toBe(`/customers/${CUSTOMER_ID}`);
});

test('reaches customers from the navigation and shows the empty state', async () => {
  const { screen, history } = await renderApp('/orders', createCustomerHandlers([]));
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' });
  await link.click();
  await expect.element(screen.getByRole('heading', { name: 'No customers yet' })).toBeVisible();
  expect(history.url).toBe('/customers');
  await expect.element(screen.getByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
});

test('says that the list failed to load and loads it again', async () => {
  const { screen, rpc } = await renderApp('/customers', {
    ...createCustomerHandlers(),
    'list-customers': () => {
      throw new RpcFailure(404, { code: 'not_found', title: 'Not found', message: 'Try again in a moment.' });
    },
  });
  await expect.element(screen.getByText('Couldn’t load your customers')).toBeVisible();
  rpc.handle(createCustomerHandlers());
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expectRows(screen, 3);
});

test('exports all parts of the list as one file', async () => {
  const downloads = collectDownloads();
  const { screen, rpc } = await renderApp('/customers?q=o', createCustomerHandlers());
  await screen.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => downloads.length).toBe(1);
  expect(downloads[0]?.name).toMatch(/^customers-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await (await downloads[0]?.content)?.text()).toBe('Email\r\n"bo@example.com"\r\n');
  expect(rpc.bodiesOf('export-customers')).toEqual([
    { search: 'o' },
    { search: 'o', after: 5, upTo: 7, currencies: ['USD'] },
  ]);
});

test('shows one customer with links to orders and the state of each email', async () => {
  const detail = createCustomerDetail({
    activeSubscriptions: 1,
    subscriptions: [createBuyerSubscription()],
    emailBounces: true,
    totals: [{ currency: 'USD', count: 1, received: 4000, refunded: 1000, lost: 0, net: 3000 }],
  });
  const { screen } = await renderApp(`/customers/${CUSTOMER_ID}`, createCustomerHandlers(THREE_CUSTOMERS, detail));
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent('Bo Buyer');
  await expect
    .element(screen.getByRole('table').getByRole('link', { name: /^Linocut for Beginners/ }))
    .toHaveAttribute('href', `/orders/${ORDER_ID}`);
  await expect
    .element(screen.getByRole('link', { name: 'Linocut club' }))
    .toHaveAttribute('href', `/orders/${ORDER_ID}`);
  const emails = screen.getByRole('region', { name: 'Emails' });
  for (const text of ['Receipt bounced', 'Mailbox unavailable', 'Order 1'])
    await expect.element(emails).toMatchTextContent(text);
  const summary = screen.getByRole('region', { name: 'Summary' });
  for (const text of ['$30.00 USD of $40.00 USD received', 'Emails to this address bounce', 'Sweden'])
    await expect.element(summary).toMatchTextContent(text);
  await expect.element(screen.getByText('You can delete the data once all subscriptions have ended.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Delete data' })).not.toBeInTheDocument();
});

test('saves, discards and deletes the note', async () => {
  const { screen, rpc } = await renderApp(`/customers/${CUSTOMER_ID}`, createCustomerHandlers());
  const note = screen.getByLabelText('Note about this customer');
  await note.fill('Likes celadon');
  await expect.element(screen.getByText('13 of 2,000 characters')).toBeVisible();
  await screen.getByRole('button', { name: 'Save note' }).click();
  await expect.element(screen.getByText('Note saved')).toBeVisible();
  await expect.element(screen.getByText(/^Last edited May 1, 2026, 8:00 AM/)).toBeVisible();
  await note.fill('Something else');
  await screen.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(note).toHaveValue('Likes celadon');
  await note.fill('');
  await screen.getByRole('button', { name: 'Save note' }).click();
  await expect.element(screen.getByText('Note deleted')).toBeVisible();
  expect(rpc.bodiesOf('save-customer-note').map(({ text }) => text)).toEqual(['Likes celadon', '']);

  rpc.handle({
    'save-customer-note': () => {
      throw new RpcFailure(422, { code: 'invalid_request', title: '', message: 'This note can’t be saved.' });
    },
  });
  await note.fill('Refused');
  await screen.getByRole('button', { name: 'Save note' }).click();
  await expect.element(note).toHaveAccessibleDescription(/^This note can’t be saved\./);
  await expect.element(screen.getByText('This note can’t be saved.')).toHaveLength(1);
});

test('downloads the data of a person and deletes it after the typed confirmation', async () => {
  const downloads = collectDownloads();
  const { screen, rpc, history } = await renderApp(`/customers/${CUSTOMER_ID}`, createCustomerHandlers());
  await screen.getByRole('button', { name: 'Download data' }).click();
  await expect.poll(() => downloads.length).toBe(1);
  expect(JSON.parse((await (await downloads[0]?.content)?.text()) ?? '')).toEqual({ format: 'tillwright-customer' });
  await screen.getByRole('button', { name: 'Delete data' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent('Stripe isn’t changed');
  const submit = dialog.getByRole('button', { name: 'Delete data' });
  await expect.element(submit).toBeDisabled();
  await dialog.getByLabelText('Type bo@example.com to confirm').fill('BO@example.com ');
  await submit.click();
  await expect.element(screen.getByText('Data deleted')).toBeVisible();
  await expect.poll(() => history.url).toBe('/customers');
  expect(rpc.bodiesOf('delete-customer')).toEqual([{ customerId: CUSTOMER_ID, email: 'BO@example.com' }]);

  await expect.element(screen.getByRole('heading', { name: 'Customers' })).toBeVisible();
  rpc.handle({ 'get-customer': () => new Promise<never>(() => undefined) });
  history.open(`/customers/${CUSTOMER_ID}`);
  await expect.element(screen.getByRole('status').filter({ hasText: 'Loading…' })).toBeInTheDocument();
  await expect.element(screen.getByText('bo@example.com')).not.toBeInTheDocument();
});

test('says that a customer does not exist and leads back to the list', async () => {
  const { screen } = await renderApp(`/customers/${CUSTOMER_ID}`, {
    ...createCustomerHandlers(),
    'get-customer': () => {
      throw new RpcFailure(404, { code: 'not_found', title: 'Not found', message: 'Not found.' });
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Customer not found' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'View all customers' })).toHaveAttribute('href', '/customers');
});

test('fits a phone', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const long = createCustomer({ id: ORDER_ID, name: null, email: `${'very-long-address-'.repeat(6)}@example.com` });
  const { screen, history } = await renderApp('/customers', createCustomerHandlers([long, ...THREE_CUSTOMERS]));
  await expectRows(screen, 4);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  history.open(`/customers/${CUSTOMER_ID}`);
  await expect.element(screen.getByRole('heading', { name: 'Summary' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  // Each order is aligned with the title on the left, and its amount with the title's distance on the right.
  const card = document.querySelector('.customer-orders')?.getBoundingClientRect();
  const title = document.querySelector('.customer-orders__title');
  const padding = title ? parseFloat(getComputedStyle(title).paddingLeft) : 0;
  const product = document.querySelector('.customer-orders__product')?.getBoundingClientRect();
  const amount = document.querySelector('.customer-orders__amount')?.getBoundingClientRect();
  expect(product?.left).toBeCloseTo((card?.left ?? 0) + padding, 0);
  expect(amount?.right).toBeCloseTo((card?.right ?? 0) - padding, 0);
});
