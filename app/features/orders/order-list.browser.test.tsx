import { expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import { collectDownloads } from '#app/testing/downloads.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { FOUR_ORDERS, createListHandler, createOrderHandlers, createOrderRow } from '#app/testing/orders.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const rows = (screen: RenderResult) => screen.getByRole('table').getByRole('row');
/** Rows of the table, header included. */
const expectRows = (screen: RenderResult, count: number) =>
  expect.poll(() => rows(screen).elements().length).toBe(count + 1);
const stateFilter = (screen: RenderResult, name: string | RegExp) =>
  screen.getByRole('group', { name: 'Status' }).getByRole('button', { name });

test('sends a search to the server, puts it in the URL, and removes it with one Back', async () => {
  const { screen, rpc, history } = await renderApp('/orders', createOrderHandlers());
  const search = screen.getByLabelText('Search orders');
  await expectRows(screen, 4);
  await expect.element(stateFilter(screen, /^All/)).toMatchTextContent('All 4');
  await expect.element(screen.getByRole('list', { name: 'Order totals' })).toMatchTextContent('Net$260.00 USD');
  await search.fill('lind');
  await expect.poll(() => history.url).toBe('/orders?q=lind');
  await search.fill('lind her');
  await expectRows(screen, 1);
  await expect.element(rows(screen).nth(1)).toMatchTextContent('Night Heron, print');
  await expect.poll(() => history.url).toBe('/orders?q=lind+her');
  await expect.poll(() => rpc.bodiesOf('list-orders').at(-1)).toEqual({ search: 'lind her' });
  history.goBack();
  await expectRows(screen, 4);
  await expect.element(search).toHaveValue('');
  await expect.poll(() => history.url).toBe('/orders');
});

test('combines state, coupon and period filters, and Clear filters removes them', async () => {
  const { screen, rpc, history } = await renderApp('/orders', createOrderHandlers());
  await expectRows(screen, 4);
  await screen.getByLabelText('Coupon', { exact: true }).selectOptions('QUARTER');
  await expectRows(screen, 1);
  await screen.getByLabelText('Period').selectOptions('This year');
  await stateFilter(screen, 'Paid').click();
  await expect.poll(() => history.url).toBe('/orders?state=paid&coupon=QUARTER&period=this-year');
  await expect.element(rows(screen).nth(1)).toMatchTextContent('Bram de Wit');
  await stateFilter(screen, 'Disputed').click();
  await expect.element(screen.getByText('No orders match these filters')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expectRows(screen, 4);
  await expect.poll(() => history.url).toBe('/orders');
  await expect.poll(() => rpc.bodiesOf('list-orders').at(-1)).toEqual({});
});

test('restores filters from the URL, and custom days replace the period', async () => {
  const { screen, rpc, history } = await renderApp(
    '/orders?state=paid&coupon=QUARTER&period=this-year',
    createOrderHandlers(),
  );
  await expectRows(screen, 1);
  await expect.element(stateFilter(screen, 'Paid')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByLabelText('Coupon', { exact: true })).toHaveValue('QUARTER');
  await screen.getByLabelText('Period').selectOptions('Custom range…');
  await screen.getByLabelText('From').fill('2020-01-01');
  await screen.getByLabelText('to', { exact: true }).fill('2020-12-31');
  await expect.element(screen.getByText('No orders match these filters')).toBeVisible();
  await expect.poll(() => history.url).toBe('/orders?state=paid&coupon=QUARTER&from=2020-01-01&to=2020-12-31');
  await expect
    .poll(() => rpc.bodiesOf('list-orders').at(-1))
    .toEqual({
      state: 'paid',
      coupon: 'QUARTER',
      from: '2020-01-01',
      to: '2020-12-31',
    });
});

test('searches, moves and opens orders by keyboard', async () => {
  const { screen, history } = await renderApp('/orders', createOrderHandlers());
  const search = screen.getByLabelText('Search orders');
  const link = (row: number) => rows(screen).nth(row).getByRole('link');
  await expectRows(screen, 4);
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('j/k');
  await expect.element(search).toHaveValue('j/k');
  await userEvent.keyboard('{Escape}');
  await expect.element(search).toHaveValue('');
  await expectRows(screen, 4);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(link(1)).toHaveFocus();
  await userEvent.keyboard('j{ArrowDown}');
  await expect.element(link(3)).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(link(2)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => history.url).toBe(`/orders/${FOUR_ORDERS[1]?.id}`);
});

test('keeps the list unchanged on Escape outside the search field', async () => {
  const { screen, history } = await renderApp('/orders?state=paid', createOrderHandlers());
  await expect.element(stateFilter(screen, 'Paid')).toHaveAttribute('aria-pressed', 'true');
  stateFilter(screen, 'Paid').element().focus();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('/');
  await expect.element(screen.getByLabelText('Search orders')).toHaveFocus();
  expect(history.url).toBe('/orders?state=paid');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => history.url).toBe('/orders');
});

test('stores switched-off single-key shortcuts for later visits', async () => {
  const first = await renderApp('/orders', createOrderHandlers());
  await expectRows(first.screen, 4);
  const option = first.screen.getByRole('checkbox', { name: /^Single-key shortcuts/ });
  await expect.element(option).toBeChecked();
  await option.click();
  await userEvent.keyboard('/j');
  await expect.element(option).toHaveFocus();
  await first.screen.unmount();

  const { screen } = await renderApp('/orders', createOrderHandlers());
  await expectRows(screen, 4);
  await expect.element(screen.getByRole('checkbox', { name: /^Single-key shortcuts/ })).not.toBeChecked();
  await userEvent.keyboard('/j');
  await expect.element(screen.getByLabelText('Search orders')).not.toHaveFocus();
});

test('ignores a late response after a newer one', async () => {
  const delayedResponse = Promise.withResolvers<void>();
  const { screen, rpc } = await renderApp('/orders', {
    ...createOrderHandlers(),
    'list-orders': async (filter) => {
      if (filter.search === 'bra') await delayedResponse.promise;
      return createListHandler(FOUR_ORDERS)(filter);
    },
    'export-orders': () => ({ lines: 'Number', orders: 2, next: null, upTo: 4, columns: [] }),
  });
  const search = screen.getByLabelText('Search orders');
  await search.fill('bra');
  await expect.poll(() => rpc.bodiesOf('list-orders').at(-1)).toEqual({ search: 'bra' });
  await search.fill('aiko');
  await expectRows(screen, 2);
  delayedResponse.resolve();
  // The late response has arrived once the response to a later request has.
  const downloads = collectDownloads();
  await screen.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => downloads.length).toBe(1);
  expect(rows(screen).elements()).toHaveLength(3);
  await expect.element(rows(screen).nth(1)).toMatchTextContent('Aiko Lindqvist');
});

test('keeps the rows of later pages stable while an order arrives, and shows the number of newer ones', async () => {
  const older = [createOrderRow(2), createOrderRow(1)];
  let last = 52;
  const { screen, rpc, history } = await renderApp('/orders', {
    ...createOrderHandlers(),
    'list-orders': ({ page: number = 1 }) => {
      const newest = Array.from({ length: 50 }, (_, index) => createOrderRow(last - index));
      return {
        orders: number === 1 ? newest : older,
        page: number,
        pages: 2,
        count: 52,
        hasMore: false,
        totals: [],
        last,
      };
    },
  });
  await expectRows(screen, 50);
  await expect.element(screen.getByRole('navigation', { name: 'Order list pages' })).toMatchTextContent('1–50 of 52');
  last = 53;
  await screen.getByRole('link', { name: 'Older orders' }).click();
  await expectRows(screen, 2);
  expect(rpc.bodiesOf('list-orders').at(-1)).toEqual({ page: 2, upTo: 52 });
  await screen.getByRole('link', { name: '1 new order' }).click();
  await expect.element(rows(screen).nth(1)).toMatchTextContent('Buyer 53');
  await expect.poll(() => history.url).toMatch(/^\/orders\??$/);
});

test('tells that a search for common words lists only the newest orders', async () => {
  const { screen } = await renderApp('/orders?q=b', {
    ...createOrderHandlers(),
    'list-orders': () => ({
      orders: [...FOUR_ORDERS],
      page: 1,
      pages: 20,
      count: 1000,
      hasMore: true,
      totals: [],
      last: 1_000_000,
    }),
  });
  await expect.element(screen.getByText(/^More than 1,000 orders match/)).toBeVisible();
  await expect.element(screen.getByRole('status').filter({ hasText: '1,000+ orders found' })).toBeInTheDocument();
  await expect.element(screen.getByRole('navigation', { name: 'Order list pages' })).toMatchTextContent('of 1,000+');
});

test('exports all parts of the filtered list and then enables its button again', async () => {
  const columns = ['Number'];
  const { screen, rpc } = await renderApp('/orders?q=heron', {
    ...createOrderHandlers(),
    'export-orders': ({ after }) =>
      after === undefined
        ? { lines: 'Number\r\n3\r\n', orders: 1, next: 3, upTo: 4, columns }
        : { lines: '4\r\n', orders: 1, next: null, upTo: 4, columns },
  });
  const button = screen.getByRole('button', { name: 'Export CSV' });
  await expectRows(screen, 2);
  const downloads = collectDownloads();
  await button.click();
  await expect.poll(() => downloads.length).toBe(1);
  expect(downloads[0]?.name).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await (await downloads[0]?.content)?.text()).toBe('Number\r\n3\r\n4\r\n');
  expect(rpc.bodiesOf('export-orders')).toEqual([{ search: 'heron' }, { search: 'heron', after: 3, upTo: 4, columns }]);
  await expect.element(button).toBeEnabled();
});

test('shows the empty state to a seller without orders', async () => {
  const { screen } = await renderApp('/orders', createOrderHandlers([]));
  await expect.element(screen.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
});

test('shows a load error and retries on request', async () => {
  const { screen, rpc } = await renderApp('/orders', {
    ...createOrderHandlers(),
    'list-orders': () => {
      throw new RpcFailure(503, { code: 'unavailable', title: '', message: 'Not right now.' });
    },
  });
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Couldn’t load your orders');
  rpc.handle({ 'list-orders': createListHandler(FOUR_ORDERS) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expectRows(screen, 4);
});

test('fits on the smallest phone with the whole of a long name', async () => {
  await page.viewport(320, 800);
  const buyerName =
    'Maximiliane Alexandra Hohenstein-Wolfsberger of the Association of Watercolor Painters in Upper Franconia';
  const { screen } = await renderApp('/orders', {
    ...createOrderHandlers(),
    'list-orders': createListHandler([createOrderRow(5, { buyerName }), ...FOUR_ORDERS]),
  });
  await expectRows(screen, 5);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  // Filters that are loaded later do not add a line.
  const filters = screen.container.querySelectorAll<HTMLElement>('.filter-select');
  expect(filters.length).toBeGreaterThan(2);
  expect(new Set(Array.from(filters, ({ offsetTop }) => offsetTop)).size).toBe(1);
  const [link] = screen.container.querySelectorAll('.order-table__link');
  expect(link?.textContent).toContain(buyerName);
  expect(link?.scrollHeight).toBeLessThanOrEqual(link?.clientHeight ?? 0);
  await page.viewport(1280, 900);
});

test('requires step-up authentication for the export and exports nothing if it is canceled', async () => {
  const { screen } = await renderApp('/orders', {
    ...createOrderHandlers(),
    'export-orders': () => {
      const message = 'Confirm it’s you to continue.';
      throw new RpcFailure(403, { code: 'confirmation_needed', title: 'Is it you?', message });
    },
  });
  const button = screen.getByRole('button', { name: 'Export CSV' });
  await expectRows(screen, 4);
  const downloads = collectDownloads();
  await button.click();
  const identity = screen.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect.element(identity).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(identity).not.toBeInTheDocument();
  await expect.element(button).toBeEnabled();
  expect(downloads).toEqual([]);
});

test.each([
  [{ paid: 2, state: 'running', nextAt: '2026-05-02T10:00:00Z' }, '2 of 3 paid'],
  [{ paid: 1, state: 'overdue', nextAt: null }, '1 of 3 paid, overdue'],
  [{ paid: 3, state: 'complete', nextAt: null }, 'All 3 paid'],
  [{ paid: 1, state: 'ended_early', nextAt: null }, '1 of 3 paid, ended early'],
] as const)('shows how far a payment plan is: %o', async (plan, text) => {
  const order = createOrderRow(1, { billing: 'monthly', paymentPlan: { count: 3, ...plan } });
  const { screen } = await renderApp('/orders', createOrderHandlers([order]));
  await expect.element(rows(screen).nth(1)).toMatchTextContent(`Linocut for Beginners${text}Monthly`);
});

test('shows the number of extras, filters by an extra, and exports line items', async () => {
  const downloads = collectDownloads();
  const handlers = createOrderHandlers([
    createOrderRow(2, { extras: 2, quantity: 5 }),
    createOrderRow(1, { extras: 1 }),
  ]);
  const { screen, rpc, history } = await renderApp('/orders', {
    ...handlers,
    'list-order-choices': () => ({
      pages: [],
      coupons: [],
      extras: [{ id: 'book', name: 'Workbook' }],
      paymentMethods: ['card'],
    }),
    'export-orders': () => ({ lines: 'Order', orders: 2, next: null, upTo: 2, columns: [] }),
  });
  await expect.element(rows(screen).nth(1)).toMatchTextContent('5 × Linocut for Beginners+ 2 extras');
  await expect.element(rows(screen).nth(2)).toMatchTextContent('+ 1 extra');
  await screen.getByLabelText('Extra', { exact: true }).selectOptions('Workbook');
  await expect.poll(() => history.url).toBe('/orders?extra=book');
  await expect.poll(() => rpc.bodiesOf('list-orders').at(-1)).toEqual({ bump: 'book' });
  await screen.getByRole('button', { name: 'Export line items' }).click();
  await expect.poll(() => rpc.bodiesOf('export-orders')).toEqual([{ bump: 'book', rows: 'line_items' }]);
  await expect.poll(() => downloads.length).toBe(1);
});
