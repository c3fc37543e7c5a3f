import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { chooseFromMenu, openTab, getPreview, getToast } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { createDeliveryServer } from '#app/testing/delivery.ts';
import type { RpcHandlers } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { PAGE_TEMPLATES } from '#content/templates.ts';

const productName = () => page.getByLabelText('Product name');
const price = () => page.getByLabelText('Price', { exact: true }).first();
const undoButton = () => page.getByRole('button', { name: 'Undo' });

/** A server that returns a different URL for each uploaded image. */
function templateHandlers(): RpcHandlers {
  const urls = new Map<string, string>();
  return {
    ...createBuilderHandlers(),
    ...createDeliveryServer().handlers,
    'upload-image': ({ image }) => {
      const url = urls.get(image) ?? `/templates/course.webp?image=${urls.size}`;
      urls.set(image, url);
      return { url, width: 1200, height: 900, bytes: 2000 };
    },
  };
}

test('applies another template in one undo step and keeps what the seller typed', async () => {
  await renderApp('/builder', templateHandlers());
  await productName().fill('My own name');
  await price().fill('12.50');
  const dialog = page.getByRole('dialog', { name: 'Use a template' });
  for (const name of [/^Online course/, /^E-book/]) {
    await chooseFromMenu('Use a template');
    await dialog.getByRole('button', { name }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(productName()).toHaveValue('My own name');
    await expect.element(price()).toHaveValue('12.50');
  }
  await expect.element(getToast('Template applied').first()).toBeVisible();
  const ebook = PAGE_TEMPLATES.find(({ name }) => name === 'E-book');
  await expect.element(page.getByLabelText('Description')).toHaveValue(ebook?.config.description);
  await expect.element(page.getByLabelText('Feature 1', { exact: true })).toHaveValue(ebook?.config.features[0]);
  await openTab('Delivery');
  await expect.element(page.getByRole('group', { name: 'Your book (PDF or EPUB)' })).toBeVisible();
  await openTab('Design');
  const layouts = page.getByRole('group', { name: 'Layout' });
  await expect.element(layouts.getByLabelText('Minimal')).toBeChecked();
  await undoButton().click();
  await expect.element(layouts.getByLabelText('Classic')).toBeChecked();
  await undoButton().click();
  await openTab('Content');
  await expect.element(page.getByLabelText('Description')).toHaveValue('');
  await expect.element(productName()).toHaveValue('My own name');
});

test('opens the builder with the template chosen for a new page', async () => {
  const [template] = PAGE_TEMPLATES;
  const { rpc, history } = await renderApp('/pages?new', templateHandlers());
  await page.getByRole('button', { name: /^Online course/ }).click();
  await expect.element(productName()).toHaveValue(template?.config.productName);
  await expect.poll(() => history.url).toBe(`/builder?page=${PAGE_ID}`);
  await expect.element(getPreview()).toMatchTextContent(template?.config.productName ?? 'No template');
  const [draft] = rpc.bodiesOf('save-draft');
  expect(draft?.config).toMatchObject({
    ...template?.config,
    productImage: '/templates/course.webp?image=0',
  });
  await expect
    .poll(() => getPreview().element().querySelector<HTMLImageElement>('.co-art img')?.naturalWidth)
    .toBeGreaterThan(0);
});
