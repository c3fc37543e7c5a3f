import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { collectDownloads } from '#app/testing/downloads.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createFileList, createFileVersion, createSellerFile, GIB } from '#app/testing/files.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('lists files with page, size, versions and scan, and links to the delivery of the page', async () => {
  const videos = createSellerFile({ deliverableId: 'videos', name: 'Videos', versions: 3, bytes: 1.5 * GIB });
  const { screen } = await renderApp('/files', { 'list-files': () => createFileList([createSellerFile(), videos]) });
  const row = screen.getByRole('row').filter({ hasText: 'Carving guide' });
  await expect.element(row).toMatchTextContent('guide.pdf, 4 MB');
  await expect.element(row).toMatchTextContent('1 version');
  await expect.element(row).toMatchTextContent('No threats found');
  await expect
    .element(row.getByRole('link', { name: /^Linocut for Beginners/ }))
    .toHaveAttribute('href', `/builder?page=${createSellerFile().pageId}#delivery`);
  const videoRow = screen.getByRole('row').filter({ hasText: 'Videos' });
  await expect.element(videoRow).toMatchTextContent('3 versions');
  await expect.element(videoRow).toMatchTextContent('1.5 GB');
  await expect
    .element(screen.getByRole('progressbar', { name: 'Used storage' }))
    .toHaveAttribute('aria-valuenow', '75');
  await expect.element(screen.getByText('1.5 GB of 2 GB used')).toBeVisible();
  const navigation = screen.getByRole('navigation', { name: 'Main' });
  await expect.element(navigation.getByRole('link', { name: 'Pages' })).toHaveAttribute('aria-current', 'true');
});

test('explains marks of the scan and files that only earlier buyers get', async () => {
  const files = [
    createSellerFile({ deliverableId: '1', name: 'Refused', file: createFileVersion({ scan: 'refused' }) }),
    createSellerFile({ deliverableId: '2', name: 'Unscanned', file: createFileVersion({ scan: 'unscanned' }) }),
    createSellerFile({ deliverableId: '3', name: 'Old edition', removed: true }),
    createSellerFile({ deliverableId: '4', name: 'New slot', file: null, versions: 0, bytes: 0 }),
  ];
  const { screen } = await renderApp('/files', { 'list-files': () => createFileList(files) });
  await expect.element(screen.getByText(/^Files that the virus scan rejected/)).toBeVisible();
  await expect.element(screen.getByText(/^Files marked “Not scanned”/)).toBeVisible();
  await expect.element(screen.getByText(/^Files marked “Earlier buyers only”/)).toBeVisible();
  const removed = screen.getByRole('row').filter({ hasText: 'Old edition' });
  await expect.element(removed).toMatchTextContent('Earlier buyers only');
  expect(removed.getByRole('link').elements()).toEqual([]);
  const slot = screen.getByRole('row').filter({ hasText: 'New slot' });
  await expect.element(slot).toMatchTextContent('Not uploaded yet');
  expect(slot.getByRole('button').elements()).toEqual([]);
});

test('says nothing about scans when all files are clean', async () => {
  const { screen } = await renderApp('/files', { 'list-files': () => createFileList() });
  await expect.element(screen.getByRole('rowheader')).toBeVisible();
  await expect.element(screen.getByText(/Not scanned/)).not.toBeInTheDocument();
});

test('downloads a file by its link', async () => {
  const downloads = collectDownloads();
  const { screen, rpc } = await renderApp('/files', {
    'list-files': () => createFileList(),
    'create-file-link': () => ({ url: 'data:text/plain,carve' }),
  });
  await screen.getByRole('button', { name: 'Download Carving guide' }).click();
  await expect.poll(() => downloads.length).toBe(1);
  expect(await (await downloads[0]?.content)?.text()).toBe('carve');
  expect(rpc.bodiesOf('create-file-link')).toEqual([{ deliverableId: 'deliverable-guide' }]);
});

test('says that the storage is full, and where to get more', async () => {
  const { screen } = await renderApp('/files', { 'list-files': () => createFileList([createSellerFile()], 2 * GIB) });
  await expect.element(screen.getByText(/^Your storage is full/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Compare plans' })).toHaveAttribute('href', '/subscription');
});

test('says what will be here before there is a file', async () => {
  const { screen } = await renderApp('/files', { 'list-files': () => createFileList([]) });
  await expect.element(screen.getByRole('heading', { name: 'No files yet' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Go to your pages' })).toHaveAttribute('href', '/pages');
});

test('shows an error and loads the files again', async () => {
  const { screen, rpc } = await renderApp('/files', {
    'list-files': () => {
      throw new RpcFailure(503, { code: 'unavailable', title: '', message: 'Try again in a moment.' });
    },
  });
  await expect.element(screen.getByText('Couldn’t load your files')).toBeVisible();
  rpc.handle({ 'list-files': () => createFileList() });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('rowheader')).toBeVisible();
});

test('fits on a phone', async () => {
  await page.viewport(390, 844);
  const name = 'An_uncommonly_long_name_of_a_file_without_any_blanks_that_a_camera_made_in_2026.mp4';
  const { screen } = await renderApp('/files', {
    'list-files': () => createFileList([createSellerFile({ name, file: createFileVersion({ fileName: name }) })]),
  });
  await expect.element(screen.getByRole('button', { name: /^Download/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.viewport(1280, 900);
});
