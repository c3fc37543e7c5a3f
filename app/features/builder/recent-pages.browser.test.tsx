import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { createBuilderHandlers, createDraft, createSamplePage, PAGE_ID } from '#app/testing/builder.ts';
import { createPageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const getRecentPages = () => page.getByRole('navigation', { name: 'Your pages' });

test('offers the three pages edited last, and all pages, above a new page', async () => {
  const pages = ['Kiln', 'Old', 'Glaze', 'Mugs', 'Bowls'].map((name) =>
    createPageSummary({ name, archived: name === 'Old', ...(name === 'Glaze' && { id: PAGE_ID }) }),
  );
  const draft = createDraft(createSamplePage({ productName: 'Glaze' }));
  const { history } = await renderApp('/builder', {
    ...createBuilderHandlers(draft),
    'list-pages': () => ({ pages, access: true }),
  });
  const links = getRecentPages().getByRole('link');
  await expect
    .poll(() => links.elements().map((link) => link.textContent))
    .toEqual(['Kiln', 'Glaze', 'Mugs', 'All pages']);
  await expect.element(links.last()).toHaveAttribute('href', '/pages');
  await expect.element(page.getByLabelText('Product name')).toHaveValue('');
  await links.nth(1).click();
  await expect.poll(() => history.url).toBe(`/builder?page=${PAGE_ID}`);
  await expect.element(page.getByLabelText('Product name')).toHaveValue('Glaze');
  await expect.element(getRecentPages()).not.toBeInTheDocument();
});

test('shows nothing above the first page of a seller', async () => {
  const { rpc } = await renderApp('/builder', createBuilderHandlers());
  await expect.element(page.getByLabelText('Product name')).toBeVisible();
  await expect.poll(() => rpc.bodiesOf('list-pages').length).toBeGreaterThan(0);
  await expect.element(getRecentPages()).not.toBeInTheDocument();
});
