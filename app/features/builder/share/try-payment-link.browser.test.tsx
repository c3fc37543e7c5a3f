import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { createPublishedPage, PUBLISHED_URL } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { createPagesHandlers, createPageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const BUILDER = `/builder?page=${PAGE_ID}`;
const tryPayment = (root: Pick<typeof page, 'getByRole'> = page) => root.getByRole('link', { name: 'Try a payment' });
const openShare = () => page.getByRole('button', { name: 'Share', exact: true }).click();
const openMenu = () => page.getByRole('button', { name: 'More actions for Linocut for Beginners' }).click();

test('opens the published page from the builder and the share dialog, which names the test card', async () => {
  await renderApp(BUILDER, createBuilderHandlers(createPublishedPage()));
  await expect.element(tryPayment()).toHaveAttribute('href', PUBLISHED_URL);
  await expect.element(tryPayment()).toHaveAttribute('target', '_blank');
  await openShare();
  const dialog = page.getByRole('dialog', { name: 'Share this page' });
  await expect.element(tryPayment(dialog)).toHaveAttribute('href', PUBLISHED_URL);
  await expect.element(dialog.getByText(/4242 4242 4242 4242/)).toBeVisible();
});

test('is not in the builder outside the sandbox', async () => {
  await renderApp(BUILDER, createBuilderHandlers(createPublishedPage()), { sandbox: false });
  await openShare();
  await expect.element(page.getByRole('dialog', { name: 'Share this page' })).toBeVisible();
  expect(document.body.textContent).not.toContain('Try a payment');
});

test('is in the menu of each page on sale', async () => {
  await renderApp('/pages', createPagesHandlers([createPageSummary()]));
  await openMenu();
  await expect
    .element(page.getByRole('menuitem', { name: 'Try a payment' }))
    .toHaveAttribute('href', 'https://tillwright.test/c/linocut');
});

test('is not in the menu of an unpublished page', async () => {
  await renderApp('/pages', createPagesHandlers([createPageSummary({ state: 'unpublished' })]));
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  expect(document.body.textContent).not.toContain('Try a payment');
});

test('is not in the menu outside the sandbox', async () => {
  await renderApp('/pages', createPagesHandlers([createPageSummary()]), { sandbox: false });
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: 'Open page' })).toBeVisible();
  expect(document.body.textContent).not.toContain('Try a payment');
});
