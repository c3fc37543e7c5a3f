import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { textsOf } from '#app/testing/builder-screen.ts';
import { pagesHandlers, pageSummary } from '#app/testing/pages.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const PAGES = [
  pageSummary({ name: 'Bread at home', state: 'draft', slug: null, url: null }),
  pageSummary({ name: 'Café draft', state: 'draft', slug: null, url: null }),
  pageSummary({ name: 'Café opening', slug: 'coffee', url: 'https://tillwright.test/c/coffee' }),
];

const names = () => textsOf(page.getByRole('list', { name: 'Pages' }).getByRole('heading', { level: 2 }));
const search = () => page.getByRole('searchbox', { name: 'Search your pages' });
const chip = (name: string) =>
  page.getByRole('group', { name: 'State' }).getByRole('button', { name: new RegExp(`^${name} `) });

test('the search and the state of the pages are in the address', async () => {
  const { history } = await renderApp('/pages', pagesHandlers(PAGES));
  await search().fill('cafe');
  await expect.poll(names).toEqual(['Café draft', 'Café opening']);
  await expect.poll(() => history.address).toBe('/pages?q=cafe');
  await chip('Drafts').click();
  await expect.poll(names).toEqual(['Café draft']);
  await expect.poll(() => history.address).toBe('/pages?q=cafe&show=drafts');

  await search().fill('coffee');
  await page.getByRole('button', { name: '1 under Published' }).click();
  await expect.poll(names).toEqual(['Café opening']);
  await search().fill('tea');
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await chip('All').click();
  await expect.poll(() => names().length).toBe(PAGES.length);
  await expect.poll(() => history.address).toBe('/pages');
});

test('a search in the address is applied when the list opens', async () => {
  await renderApp('/pages?q=cafe&show=drafts', pagesHandlers(PAGES));
  await expect.poll(names).toEqual(['Café draft']);
  await expect.element(search()).toHaveValue('cafe');
  await expect.element(chip('Drafts')).toHaveAttribute('aria-pressed', 'true');
});
