import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { lastSavedConfig } from '#app/testing/builder-fields.ts';
import { getPublishButton, getToast, openTab, saveByShortcut } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, createDraft, createSamplePage, PAGE_ID } from '#app/testing/builder.ts';
import { createDeliveryServer, createUpload } from '#app/testing/delivery.ts';
import { NoResponse, RpcFailure } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { Upload } from '#domain/delivery-rpc.ts';

const KIB = 1024;
const createFile = (name = 'guide.pdf', bytes = 600 * KIB): File => new File([new Uint8Array(bytes).fill(7)], name);

const button = (name: string) => page.getByRole('button', { name, exact: true });
const uploads = () => page.getByRole('list', { name: 'Uploads' });
const getCard = () => page.getByRole('group', { name: 'guide.pdf', exact: true });
const chooseFiles = (...files: File[]): Promise<void> =>
  userEvent.upload(page.getByLabelText('Files', { exact: true }), files);

/** Opens the Delivery tab with a server that holds back its answer to each part of a file while `hold` is set. */
async function openUploads(initialUploads: readonly Upload[] = []) {
  const server = createDeliveryServer([], initialUploads);
  const draft = createDraft(createSamplePage());
  const { rpc, history } = await renderApp(`/builder?page=${PAGE_ID}`, {
    ...createBuilderHandlers(draft),
    ...server.handlers,
  });
  const offsets: number[] = [];
  const sentIds = new Set<string>();
  let held: Promise<void> | null = null;
  rpc.handleChunks(async (uploadId, offset, bytes) => {
    offsets.push(offset);
    sentIds.add(uploadId);
    await held;
    return server.receiveChunk(uploadId, offset, bytes);
  });
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return () => {
      held = null;
      resolve();
    };
  };
  await openTab('Delivery');
  return { rpc, history, server, offsets, sentIds, hold };
}

test('sends a file in parts with its hash, and adds it to the page; publishing waits for it', async () => {
  const { rpc, offsets, hold } = await openUploads();
  const release = hold();
  const file = createFile();
  await chooseFiles(file);
  await expect.element(uploads()).toMatchTextContent('0 B of 600 KB');
  await getPublishButton().click();
  await expect.element(page.getByText('“guide.pdf” is still uploading').first()).toBeVisible();
  release();
  await expect.element(getToast('File uploaded')).toBeVisible();
  await expect.element(uploads()).not.toBeInTheDocument();
  await expect.element(getCard()).toMatchTextContent('guide.pdf · 600 KB');
  expect(rpc.bodiesOf('start-upload')).toEqual([{ pageId: PAGE_ID, fileName: 'guide.pdf', bytes: 600 * KIB }]);
  expect(offsets.slice(0, 2)).toEqual([0, 256 * KIB]);
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(rpc.bodiesOf('finish-upload')).toMatchObject([{ sha256 }]);
  await saveByShortcut();
  await expect.poll(() => lastSavedConfig(rpc)?.delivery.items).toEqual([{ id: 'guide.pdf', offeredWith: null }]);
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});

test('pauses and resumes a file, sends others meanwhile, and cancels one', async () => {
  const { rpc, offsets, hold } = await openUploads();
  const release = hold();
  await chooseFiles(createFile('first.pdf'), createFile('second.pdf'));
  const row = (name: string) => uploads().getByRole('group', { name });
  await expect.element(row('second.pdf')).toMatchTextContent('Waiting for other uploads');
  await button('Pause: first.pdf').click();
  await expect.element(row('first.pdf')).toMatchTextContent('Paused');
  await button('Cancel: second.pdf').click();
  await expect.element(row('second.pdf')).not.toBeInTheDocument();
  await expect.poll(() => rpc.bodiesOf('cancel-upload')).toEqual([{ uploadId: 'upload-second.pdf' }]);
  release();
  await button('Resume: first.pdf').click();
  await expect.element(getToast('File uploaded')).toMatchTextContent('first.pdf');
  expect(offsets.filter((offset) => offset === 0).length).toBeGreaterThan(1);
});

test('continues an upload of an earlier visit when the same file is chosen again', async () => {
  const interrupted = createUpload('guide.pdf', 600 * KIB, { received: 300 * KIB });
  const { rpc, offsets } = await openUploads([interrupted]);
  await expect.element(uploads()).toMatchTextContent('Interrupted. Choose the same file again to continue.');
  const input = page.getByLabelText('Choose guide.pdf').first();
  await userEvent.upload(input, createFile('guide.pdf', 10));
  await expect.element(uploads().getByRole('alert')).toMatchTextContent('That’s a different file.');
  await chooseFiles(createFile());
  await expect.element(getToast('File uploaded')).toBeVisible();
  expect(rpc.bodiesOf('start-upload')).toEqual([]);
  expect(offsets[0]).toBe(300 * KIB);
});

test('sends no other file after the builder is left, and asks for all of them on the next visit', async () => {
  const { history, sentIds, hold } = await openUploads();
  hold();
  await chooseFiles(createFile('first.pdf'), createFile('second.pdf'));
  await expect.element(uploads()).toMatchTextContent('Waiting for other uploads');
  await expect.poll(() => sentIds.size).toBe(1);
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click();
  await expect.poll(() => history.url).toBe('/pages');
  history.open(`/builder?page=${PAGE_ID}`);
  await openTab('Delivery');
  await expect.element(button('Choose first.pdf')).toBeVisible();
  await expect.element(button('Choose second.pdf')).toBeVisible();
  expect([...sentIds]).toEqual(['upload-first.pdf']);
});

test('keeps a file with the error that the server answered, until the seller tries again', async () => {
  const { rpc, server } = await openUploads();
  rpc.handle({
    'start-upload': () => {
      throw new RpcFailure(413, { code: 'files_full', title: 'Upload failed', message: 'Your storage is full.' });
    },
  });
  await chooseFiles(createFile(), createFile('empty.pdf', 0));
  await expect.element(uploads()).toMatchTextContent('Your storage is full.');
  await expect.element(uploads()).toMatchTextContent('This file is empty.');
  await button('Remove: empty.pdf').click();
  rpc.handle(server.handlers);
  await button('Try again: guide.pdf').click();
  await expect.element(getToast('File uploaded')).toBeVisible();
});

test('says that the connection is lost, and continues when the browser is online again', async () => {
  const { rpc, server } = await openUploads();
  rpc.handleChunks(() => {
    throw new NoResponse();
  });
  await chooseFiles(createFile());
  await expect.element(uploads()).toMatchTextContent('No connection. We’ll keep trying.');
  rpc.handleChunks(server.receiveChunk);
  window.dispatchEvent(new Event('online'));
  await expect.element(getToast('File uploaded')).toBeVisible();
});

test('uploads files that are dropped', async () => {
  const { rpc } = await openUploads();
  const dataTransfer = new DataTransfer();
  for (const name of ['first.pdf', 'second.pdf']) dataTransfer.items.add(createFile(name));
  const zone = page.getByText(/Drop files here/).element();
  zone.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  await expect.poll(() => rpc.bodiesOf('finish-upload')).toHaveLength(2);
  await expect.element(page.getByRole('group', { name: 'second.pdf', exact: true })).toMatchTextContent('600 KB');
});
