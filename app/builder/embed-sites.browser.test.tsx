import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { publishButton, publishedPage, toastTitled } from '#app/testing/builder-screen.ts';
import { builderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('a site is added to a page, published with it, and removed', async () => {
  const { rpc } = await renderApp(`/builder?page=${PAGE_ID}`, builderHandlers(publishedPage()));
  await page.getByRole('button', { name: 'Embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed your page' });
  await expect.element(dialog.getByText('It works on no site yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add your site' }).click();

  const site = page.getByLabelText('Site', { exact: true });
  await expect.element(site).toHaveFocus();
  for (const [text, message] of [
    ['http://blog.example', 'The site must be on https://.'],
    ['https://*.example.com', 'Name each site by itself'],
    ['my blog', 'Type the address of a site'],
  ] as const) {
    await site.fill(text);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(site).toHaveValue(text);
  }
  await site.fill('https://blog.example/some/post');
  await userEvent.keyboard('{Enter}');
  const sites = page.getByRole('list', { name: 'Sites' });
  await expect.element(sites).toHaveTextContent('https://blog.example');
  await expect.element(site).toHaveValue('');
  await site.fill('https://blog.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This site is on the list already')).toBeVisible();

  await publishButton().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(toastTitled('Page published!')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page').at(-1)?.config.embedding).toEqual({
    origins: ['https://blog.example'],
  });
  await page.getByRole('group', { name: 'Live address' }).getByRole('button', { name: 'Embed' }).click();
  await expect.element(dialog.getByText('https://blog.example.', { exact: true })).toBeVisible();
  const snippet = dialog.getByLabelText('Snippet', { exact: true });
  await expect.element(snippet).toMatchTextContent('data-page="linocut"');
  await dialog.getByText('Button', { exact: true }).click();
  await expect.element(snippet).toMatchTextContent('data-tillwright="button"');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Remove: https://blog.example' }).click();
  await expect.element(sites).not.toBeInTheDocument();
});
