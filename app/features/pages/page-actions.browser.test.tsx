import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { chooseFromMenu, getTexts, getToast } from '#app/testing/builder-screen.ts';
import { createPagesHandlers, createPageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const NAME = 'Linocut for Beginners';

const rows = () =>
  page
    .getByRole('table', { name: 'Pages' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') });
const names = () => getTexts(rows().getByRole('heading', { level: 2 }));
const choose = (entry: string, name = NAME) => chooseFromMenu(entry, `More actions for ${name}`);

test('duplicates a page as a draft and renames it', async () => {
  const productImage = '/templates/course.webp';
  const source = createPageSummary({
    thumbnail: { layout: 'classic', accentColor: '#a855f7', productImage },
  });
  const { rpc, history } = await renderApp('/pages', createPagesHandlers([source]));
  await choose('Duplicate');
  await expect.element(getToast('Page duplicated')).toMatchTextContent('The copy is a draft');
  await expect.poll(names).toEqual([`${NAME} (copy)`, NAME]);
  expect(rpc.bodiesOf('duplicate-page')).toEqual([{ pageId: source.id }]);
  const copy = rows().first();
  await expect.element(copy).toMatchTextContent('Draft');
  await expect.element(copy).toMatchTextContent('No URL yet');
  await expect.poll(() => copy.element().querySelector<HTMLImageElement>('img')?.naturalWidth).toBeGreaterThan(0);

  await choose('Rename', `${NAME} (copy)`);
  const dialog = page.getByRole('dialog', { name: 'Rename page' });
  const field = dialog.getByLabelText('Name');
  const rename = dialog.getByRole('button', { name: 'Rename' });
  await expect.element(field).toHaveFocus();
  await field.fill('x'.repeat(121));
  await rename.click();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(rpc.bodiesOf('rename-page')).toEqual([]);
  await field.fill('Autumn course');
  await rename.click();
  await expect.element(getToast('Page renamed')).toBeVisible();
  await expect.poll(names).toEqual(['Autumn course', NAME]);
  await page.getByRole('link', { name: 'Autumn course' }).click();
  await expect.poll(() => history.url).toBe(`/builder?page=${rpc.bodiesOf('rename-page')[0]?.pageId}`);
});

test('leads from the menu to the builder and to the orders of the page', async () => {
  const sold = createPageSummary({ name: 'Sold' });
  const draft = createPageSummary({ name: 'Draft', state: 'draft', url: null });
  const { history } = await renderApp('/pages', createPagesHandlers([sold, draft]));
  await choose('Edit', 'Sold');
  await expect.poll(() => history.url).toBe(`/builder?page=${sold.id}`);
  history.goBack();
  await choose('Orders of this page', 'Sold');
  await expect.poll(() => history.url).toBe(`/orders?product=${sold.id}`);
  history.goBack();
  await page.getByRole('button', { name: 'More actions for Draft' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Orders of this page' })).not.toBeInTheDocument();
});

test.each([1280, 390])('is a table with a header for each column at %i pixels', async (width) => {
  const sales = { count: 3, takings: [{ currency: 'USD', amount: 4500 }] };
  await page.viewport(width, 800);
  await renderApp('/pages', createPagesHandlers([createPageSummary({ priceText: '$15 USD', sales })]));
  const cells = rows().first().getByRole('cell');
  for (const text of ['Published', '$15 USD', '3 sales', '$45.00 USD', /Mar 2, 2026/])
    await expect.element(cells.filter({ hasText: text })).toHaveLength(1);
  await expect.element(page.getByRole('columnheader')).toHaveLength(8);
  await expect.element(page.getByRole('columnheader', { name: 'Revenue' })).toHaveLength(1);
  await page.viewport(1280, 900);
});

test('shows a price in one line on the smallest phone', async () => {
  const sales = { count: 1, takings: [{ currency: 'USD', amount: 1900 }] };
  await page.viewport(320, 568);
  onTestFinished(() => page.viewport(1280, 900));
  await renderApp('/pages', createPagesHandlers([createPageSummary({ priceText: '$19 USD/month', sales })]));
  const price = page.getByText('$19 USD/month');
  await expect.element(price).toBeVisible();
  expect(price.element().getBoundingClientRect().height).toBeLessThan(30);
});

test('shows the whole of a long name on the smallest phone', async () => {
  await page.viewport(320, 800);
  onTestFinished(() => page.viewport(1280, 900));
  const name =
    'Watercolor for absolute beginners who have never held a brush, with feedback on every picture, in eight evenings';
  await renderApp('/pages', createPagesHandlers([createPageSummary({ name })]));
  await expect.element(page.getByRole('link', { name })).toBeVisible();
  const link = page.getByRole('link', { name }).element();
  expect(link.scrollHeight).toBeLessThanOrEqual(link.clientHeight);
});

test('confirms before unpublishing a page', async () => {
  const { rpc } = await renderApp('/pages', createPagesHandlers([createPageSummary({ id: 'page-1' })]));
  await choose('Unpublish');
  const dialog = page.getByRole('dialog', { name: `Unpublish “${NAME}”?` });
  await expect.element(dialog).toMatchTextContent('will see that this page isn’t available.');
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expect.element(cancel).toHaveFocus();
  await cancel.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(rpc.bodiesOf('unpublish-page')).toEqual([]);

  await choose('Unpublish');
  await dialog.getByRole('button', { name: 'Unpublish' }).click();
  await expect.element(getToast('Page unpublished')).toBeVisible();
  await expect.element(rows().first()).toMatchTextContent('Unpublished');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(rpc.bodiesOf('unpublish-page')).toEqual([{ pageId: 'page-1' }]);
});

test('removes an archived page from the list and restores it', async () => {
  const { rpc, history } = await renderApp('/pages', createPagesHandlers([createPageSummary({ id: 'page-1' })]));
  await choose('Archive');
  await expect.element(getToast('Page archived')).toMatchTextContent('It’s still live at its URL.');
  await expect.element(page.getByText('All of your pages are archived.')).toBeVisible();
  await page.getByRole('button', { name: 'Show archived pages' }).click();
  await expect.poll(() => history.url).toBe('/pages?show=archived');
  expect(names()).toEqual([NAME]);
  await choose('Restore');
  await expect.element(getToast('Page restored')).toBeVisible();
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: /^All / }).click();
  await expect.poll(names).toEqual([NAME]);
  expect(rpc.bodiesOf('archive-page').map(({ archived }) => archived)).toEqual([true, false]);
});

test('confirms before deleting a page and says what remains', async () => {
  const sales = { count: 1, takings: [{ currency: 'USD', amount: 4000 }] };
  const { rpc } = await renderApp('/pages', createPagesHandlers([createPageSummary({ id: 'page-1', sales })]));
  await expect.element(rows().first()).toMatchTextContent('$40.00 USD');
  await choose('Delete');
  const dialog = page.getByRole('dialog', { name: `Delete “${NAME}”?` });
  await expect.element(dialog).toMatchTextContent('Its orders stay in your list.');
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(rpc.bodiesOf('delete-page')).toEqual([]);

  await choose('Delete');
  await dialog.getByRole('button', { name: 'Delete page' }).click();
  await expect.element(getToast('Page deleted')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Create your first page' })).toBeVisible();
  expect(rpc.bodiesOf('delete-page')).toEqual([{ pageId: 'page-1' }]);
});
