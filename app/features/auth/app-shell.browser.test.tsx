import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { createBuilderHandlers, createDraft, PAGE_ID, createSamplePage } from '#app/testing/builder.ts';
import { createOrderHandlers } from '#app/testing/orders.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const createHandlers = () => ({
  ...createBuilderHandlers(createDraft(createSamplePage())),
  ...createOrderHandlers(),
});
const getMainLink = (name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const getHeading = (name: string) => page.getByRole('heading', { level: 1, name });

/** Expects the error that React and the router log for a broken screen. */
function expectConsoleErrors(): void {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => spy.mockRestore());
}

test('announces to screen readers that a screen is loading', async () => {
  await renderApp('/orders', { ...createHandlers(), 'list-orders': () => new Promise(() => undefined) });
  await expect.element(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeInTheDocument();
});

test("moves the focus to a screen's heading after navigation, but not at the first load", async () => {
  await renderApp('/pages', createHandlers());
  await expect.element(getHeading('Your pages')).toBeVisible();
  await expect.element(getHeading('Your pages')).not.toHaveFocus();
  await getMainLink('Orders').click();
  await expect.element(getHeading('Orders')).toHaveFocus();
  await getMainLink('Pages').click();
  await expect.element(getHeading('Your pages')).toHaveFocus();
});

test.each([1280, 390])('leads from the navigation to each settings screen and to Help at %i pixels', async (width) => {
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await renderApp('/orders', createHandlers());
  const navigation = page.getByRole('navigation', { name: width < 820 ? 'Sections' : 'Main' });
  const settings = navigation.getByRole('button', { name: 'Settings' });
  await expect.element(settings).not.toHaveAttribute('aria-current');
  await settings.click();
  const list = page.getByRole('dialog', { name: 'Settings' });
  await expect
    .poll(() =>
      list
        .getByRole('link')
        .elements()
        .map((getMainLink) => [getMainLink.textContent, getMainLink.getAttribute('href')]),
    )
    .toEqual([
      ['Domains', '/domains'],
      ['Integrations', '/integrations'],
      ['Plan and billing', '/subscription'],
      ['Account', '/account'],
    ]);
  await list.getByRole('link', { name: 'Domains' }).click();
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(settings).toHaveAttribute('aria-current', 'true');
  await expect.element(navigation.getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help');
});

test('keeps the app usable after an error in a screen', async () => {
  expectConsoleErrors();
  const brokenResponse = { orders: [null], page: 1, pages: 1, count: 1, totals: [], last: 1 };
  await renderApp('/orders', { ...createHandlers(), 'list-orders': () => brokenResponse as never });
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect.element(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  await getMainLink('Pages').click();
  await expect.element(getHeading('Your pages')).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('says that unsaved changes are stored after an error in the builder, and links to the pages', async () => {
  expectConsoleErrors();
  const brokenResponse = createDraft({} as ReturnType<typeof createSamplePage>);
  await renderApp(`/builder?page=${PAGE_ID}`, { ...createHandlers(), 'get-page': () => brokenResponse });
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
  await expect.element(alert).toMatchTextContent('Your unsaved changes are stored in this browser.');
  await expect.element(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All your pages' })).toHaveAttribute('href', '/pages');
});
