import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { chooseImage, findPreviewElement } from '#app/testing/builder-fields.ts';
import { openTab, getSavedStatus, getToast } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers } from '#app/testing/builder.ts';
import { RpcFailure, type FakeRpc } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { MAX_IMAGE_BYTES } from '#domain/image.ts';

const png = (name: string) => new File(['image'], name, { type: 'image/png' });
const tooLarge = () => new File([new Uint8Array(MAX_IMAGE_BYTES + 1)], 'poster.png', { type: 'image/png' });
const pdf = () => new File(['%PDF-1.7'], 'invoice.pdf', { type: 'application/pdf' });
const productImage = () => page.getByRole('group', { name: 'Product image' });

/** Returns a data URL of an image with this size. */
function imageUrl(width: number, height: number): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  return canvas.toDataURL();
}

async function openBuilder(): Promise<FakeRpc> {
  const { rpc } = await renderApp('/builder', createBuilderHandlers());
  rpc.handle({
    'upload-image': () => ({ url: imageUrl(600, 180), width: 600, height: 180, bytes: 2000 }),
  });
  await expect.element(productImage()).toBeVisible();
  return rpc;
}

test('rejects files that are too large or no images without sending them', async () => {
  const rpc = await openBuilder();
  await chooseImage('Product image', tooLarge());
  await expect.element(getToast('File too large').getByText('Please select an image under 2MB')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'choose a file' }))
    .toHaveAccessibleDescription('Please select an image under 2MB');
  await openTab('Design');
  await chooseImage('Logo', pdf());
  await expect
    .element(getToast('Invalid file type'))
    .toMatchTextContent('Please upload a valid image (JPG, PNG, WEBP, or SVG)');
  expect(rpc.bodiesOf('upload-image')).toEqual([]);
});

test('shows why the server rejected an image and accepts the next one', async () => {
  const rpc = await openBuilder();
  rpc.handle({
    'upload-image': () => {
      throw new RpcFailure(422, {
        code: 'image_unreadable',
        title: 'Upload failed',
        message: 'Failed to read image file',
      });
    },
  });
  await chooseImage('Product image', png('torn.png'));
  await expect.element(getToast('Upload failed').getByText('Failed to read image file')).toBeVisible();
  await expect.element(productImage().getByText('Failed to read image file')).toBeVisible();
  rpc.handle({ 'upload-image': () => ({ url: imageUrl(20, 20), width: 20, height: 20, bytes: 200 }) });
  await chooseImage('Product image', png('fine.png'));
  await expect.element(productImage().getByText('fine.png')).toBeVisible();
  await expect.element(productImage().getByText('Failed to read image file')).not.toBeInTheDocument();
});

test('discards an earlier upload when a later file is rejected', async () => {
  const rpc = await openBuilder();
  const upload = Promise.withResolvers<{ url: string; width: number; height: number; bytes: number }>();
  rpc.handle({ 'upload-image': () => upload.promise });
  await chooseImage('Product image', png('first.png'));
  await expect.poll(() => rpc.bodiesOf('upload-image').length).toBe(1);
  await chooseImage('Product image', tooLarge());
  await expect.element(getToast('File too large')).toBeVisible();
  upload.resolve({ url: imageUrl(20, 20), width: 20, height: 20, bytes: 200 });
  // A later request has been answered: by then the earlier response has arrived.
  await page.getByLabelText('Product name').fill('Vase');
  await expect.element(getSavedStatus()).toBeVisible();
  expect(rpc.bodiesOf('save-draft').at(-1)?.config.productImage).toBeNull();
  await expect.element(page.getByRole('button', { name: 'choose a file' })).toBeVisible();
});

test('does not send a file that the browser cannot read', async () => {
  const rpc = await openBuilder();
  const unreadable = png('unreadable.png');
  const realRead = FileReader.prototype.readAsDataURL;
  FileReader.prototype.readAsDataURL = function readAsDataURL() {
    this.dispatchEvent(new ProgressEvent('error'));
  };
  try {
    const data = new DataTransfer();
    data.items.add(unreadable);
    productImage()
      .element()
      .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
    await expect.element(getToast('Upload failed').getByText('Failed to read image file')).toBeVisible();
  } finally {
    FileReader.prototype.readAsDataURL = realRead;
  }
  expect(rpc.bodiesOf('upload-image')).toEqual([]);
});

test('uploads a dropped and a pasted image and removes it', async () => {
  const rpc = await openBuilder();
  const transferOf = (name: string): DataTransfer => {
    const data = new DataTransfer();
    data.items.add(png(name));
    return data;
  };
  const options = { bubbles: true, cancelable: true };
  const dropTarget = productImage().element();
  dropTarget.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: transferOf('dropped.png') }));
  await expect.element(productImage().getByText('dropped.png')).toBeVisible();
  dropTarget.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: transferOf('pasted.png') }));
  await expect.element(productImage().getByText('pasted.png')).toBeVisible();
  expect(rpc.bodiesOf('upload-image').map(({ use }) => use)).toEqual(['product', 'product']);
  await productImage().getByRole('button', { name: 'Remove product image' }).click();
  await expect.element(productImage().getByRole('button', { name: 'choose a file' })).toHaveFocus();
});

test('places a logo in one of three positions, at most 150 px wide', async () => {
  await openBuilder();
  await openTab('Design');
  await chooseImage('Logo', png('wide.png'));
  const logo = () => findPreviewElement<HTMLImageElement>('.co-logo img');
  await expect.poll(() => logo()?.naturalWidth).toBe(600);
  for (const [label, position] of [
    ['Top center', 'top-center'],
    ['Above product', 'above-product'],
    ['Top left', 'top-left'],
  ] as const) {
    await page.getByLabelText(label, { exact: true }).click();
    await expect.poll(() => findPreviewElement('.co-logo')?.dataset.at).toBe(position);
  }
  expect(logo()?.offsetWidth).toBe(150);
});
