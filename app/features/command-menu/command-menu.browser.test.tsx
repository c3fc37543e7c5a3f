import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { createBuilderHandlers, createDraft, createSamplePage, PAGE_ID } from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createOrderHandlers, createOrderRow, FOUR_ORDERS } from '#app/testing/orders.ts';
import { createPageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const KILN = createPageSummary({ name: 'Kiln Log', slug: 'kiln', url: 'https://tillwright.test/c/kiln' });

const createHandlers = () => ({
  ...createBuilderHandlers(createDraft(createSamplePage())),
  ...createOrderHandlers(),
  'list-pages': () => ({ pages: [KILN, createPageSummary({ name: 'Glaze School' })], access: true }),
});

const dialog = page.getByRole('dialog', { name: 'Search' });
const input = dialog.getByRole('combobox', { name: 'Search screens, pages, orders, and help' });
const getGroup = (name: string) => dialog.getByRole('group', { name });
const getOptions = (group: string) =>
  getGroup(group)
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
const getHeading = (name: string) => page.getByRole('heading', { level: 1, name });

test('opens by button and shortcut, and closes by shortcut and Escape with the focus back on the button', async () => {
  await renderApp('/orders', createHandlers());
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await button.click();
  await expect.element(input).toHaveFocus();
  await expect.poll(() => getOptions('Go to')[0]).toBe('Pages');
  await expect.poll(() => getOptions('Recent pages')).toEqual(['Kiln LogPublished', 'Glaze SchoolPublished']);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('moves by arrow keys and opens a screen by Enter, whose heading gets the focus', async () => {
  const { history } = await renderApp('/orders', createHandlers());
  await expect.element(getHeading('Orders')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('page');
  const [first, second] = [
    getGroup('Go to').getByRole('option').first(),
    getGroup('Actions').getByRole('option').first(),
  ];
  await expect.element(first).toHaveAttribute('data-active-item');
  await expect.poll(() => input.element().getAttribute('aria-activedescendant')).toBe(first.element().id);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(second).toHaveAttribute('data-active-item');
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.poll(() => history.url).toBe('/pages');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(getHeading('Your pages')).toHaveFocus();
});

test('opens the first result when Enter follows the typing at once', async () => {
  const { history } = await renderApp('/orders', createHandlers());
  await expect.element(getHeading('Orders')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(input).toHaveFocus();
  await userEvent.keyboard('domains{Enter}');
  await expect.poll(() => history.url).toBe('/domains');
});

test('finds pages by name, orders by the server, and help articles', async () => {
  const { rpc, history } = await renderApp('/pages', createHandlers());
  const searchText = () => rpc.bodiesOf('list-orders').map(({ search }) => search);
  await expect.element(getHeading('Your pages')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await input.fill('kiln');
  await expect.poll(() => getOptions('Pages')).toEqual(['Kiln LogPublished']);
  rpc.handle({
    'list-orders': () => ({
      orders: FOUR_ORDERS.slice(0, 2),
      page: 1,
      pages: 1,
      count: 2,
      hasMore: false,
      totals: [],
      last: 4,
    }),
  });
  await input.fill('aiko@lindqvist');
  await expect.poll(searchText).toContain('aiko@lindqvist');
  await expect.poll(() => getOptions('Orders')[0]).toMatch(/^Aiko Lindqvist Order 4 · Night Heron, print\$95\.00/);
  await expect.element(dialog.getByRole('status')).toMatchTextContent('2 results');
  await input.fill('refund');
  await expect.poll(() => getOptions('Help').length).toBeGreaterThan(0);
  const article = getGroup('Help').getByRole('option').first();
  await expect.element(article).toHaveAttribute('href', expect.stringMatching(/^\/help#/));
  await expect.element(article).toHaveAttribute('target', '_blank');
  await input.fill('aiko');
  await getGroup('Orders').getByRole('option').first().click();
  await expect.poll(() => history.url).toBe(`/orders/${FOUR_ORDERS[0]?.id}`);
});

test('links to all matching orders, and says when orders cannot be searched or nothing matches', async () => {
  const { rpc } = await renderApp('/pages', createHandlers());
  const orders = Array.from({ length: 8 }, (_, index) => createOrderRow(index + 1));
  rpc.handle({ 'list-orders': () => ({ orders, page: 1, pages: 1, count: 8, hasMore: false, totals: [], last: 8 }) });
  await expect.element(getHeading('Your pages')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await input.fill('buyer 1');
  const allOrders = dialog.getByRole('option', { name: 'All orders matching “buyer 1”' });
  await expect.element(allOrders).toHaveAttribute('href', '/orders?q=buyer+1');
  rpc.handle({
    'list-orders': () => {
      throw new RpcFailure(503, { code: 'unavailable', title: '', message: 'Down' });
    },
  });
  await input.fill('zzzz');
  await expect.element(dialog.getByText('Couldn’t search your orders.')).toBeVisible();
  await expect.element(dialog.getByText('No results for “zzzz”')).toBeVisible();
});

test('names buyers whose data was deleted or whose email address is not known yet', async () => {
  const { rpc } = await renderApp('/pages', createHandlers());
  const nameless = { buyerName: null, email: null };
  const orders = [createOrderRow(1, { ...nameless, anonymized: true }), createOrderRow(2, nameless)];
  rpc.handle({ 'list-orders': () => ({ orders, page: 1, pages: 1, count: 2, hasMore: false, totals: [], last: 2 }) });
  await expect.element(getHeading('Your pages')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await input.fill('12');
  await expect
    .poll(() => getOptions('Orders'))
    .toEqual([expect.stringMatching(/^Deleted customer Order 1/), expect.stringMatching(/^No email yet Order 2/)]);
});

test('opens in the builder from a field, keeps its shortcuts off, and returns the focus to the field', async () => {
  const { rpc, history } = await renderApp(`/builder?page=${PAGE_ID}`, createHandlers());
  const field = page.getByLabelText('Product name');
  await field.click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await input.fill('zzzz');
  await expect.element(dialog.getByText('No results for “zzzz”')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await input.fill('kiln');
  await getGroup('Pages').getByRole('option').click();
  await expect.poll(() => history.url).toBe(`/builder?page=${KILN.id}`);
});

test('signs out', async () => {
  const { rpc, history } = await renderApp('/orders', createHandlers());
  rpc.handleAuth('POST logout', () => new Response(null, { status: 204 }));
  await expect.element(getHeading('Orders')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await input.fill('sign out');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => history.url).toBe('/?notice=signed-out');
});

test('fits a phone with targets of 44 pixels', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await renderApp('/orders', createHandlers());
  const button = page.getByRole('button', { name: 'Search', exact: true });
  const getHeight = (element: Element) => element.getBoundingClientRect().height;
  await expect.poll(() => getHeight(button.element())).toBeGreaterThanOrEqual(44);
  await button.click();
  await expect.element(input).toHaveFocus();
  const heights = getGroup('Go to').getByRole('option').elements().map(getHeight);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  const { left, right } = dialog.element().getBoundingClientRect();
  expect([left >= 0, right <= 390]).toEqual([true, true]);
});
