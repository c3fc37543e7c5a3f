import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { writeRecord } from '#app/lib/browser-database.ts';
import { focusField, openTab, saveByShortcut, getSavedStatus } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, createDraft, PAGE_ID, createSamplePage } from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createTestUser } from '#app/testing/fake-session.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const ADDRESS = `/builder?page=${PAGE_ID}`;
const IMAGE_URL = '/templates/course.webp';

const productName = () => page.getByLabelText('Product name');
const feature = (position: number) => page.getByLabelText(`Feature ${position}`, { exact: true });
const accent = () => page.getByLabelText('Accent color');

const handlers = () => ({
  ...createBuilderHandlers(createDraft(createSamplePage())),
  'upload-image': () => ({ url: IMAGE_URL, width: 320, height: 200, bytes: 2000 }),
});

const undo = () => userEvent.keyboard('{Control>}z{/Control}');
const redo = () => userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');

/** Changes text, image, order and color: one undo step each. */
async function makeFourChanges(): Promise<void> {
  await productName().fill('Linocut for Beginners and others');
  const image = page.getByRole('group', { name: 'Product image' });
  await userEvent.upload(
    image.getByLabelText('Product image'),
    new File(['image'], 'press.png', { type: 'image/png' }),
  );
  await expect.element(page.getByRole('button', { name: 'Replace product image' })).toBeVisible();
  focusField(feature(1));
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(feature(2)).toHaveValue('Eight lessons');
  await expect.element(feature(2)).toHaveFocus();
  await openTab('Design');
  await page.getByRole('button', { name: 'Green, #2f6b3f' }).click();
  await expect.element(accent()).toHaveValue('#2f6b3f');
}

/** Reads the current values of the four fields. */
const getFieldValues = () => ({
  name: (productName().element() as HTMLInputElement).value,
  images: page.getByRole('button', { name: 'Replace product image' }).elements().length,
  feature: (feature(1).element() as HTMLTextAreaElement).value,
  accent: (accent().element() as HTMLInputElement).value,
});

const expectAppliedChanges = (changeCount: number) =>
  expect.poll(getFieldValues).toEqual({
    name: changeCount > 0 ? 'Linocut for Beginners and others' : 'Linocut for Beginners',
    images: changeCount > 1 ? 1 : 0,
    feature: changeCount > 2 ? 'All tools listed' : 'Eight lessons',
    accent: changeCount > 3 ? '#2f6b3f' : '#a855f7',
  });

test('undoes and redoes changes of text, image, order and color by keyboard', async () => {
  await renderApp(ADDRESS, handlers());
  await makeFourChanges();
  await openTab('Content');
  for (const changeCount of [3, 2, 1, 0]) {
    await undo();
    await expectAppliedChanges(changeCount);
  }
  await undo();
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  for (const changeCount of [1, 2, 3]) {
    await redo();
    await expectAppliedChanges(changeCount);
  }
  await userEvent.keyboard('{Control>}y{/Control}');
  await expectAppliedChanges(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectAppliedChanges(3);
});

test('undoes and redoes the steps of an earlier session after the page is opened again', async () => {
  const answers = handlers();
  const first = await renderApp(ADDRESS, answers);
  await makeFourChanges();
  await page.getByRole('button', { name: 'Undo' }).click();
  await saveByShortcut();
  await expect.element(getSavedStatus()).toBeVisible();
  await first.screen.unmount();

  await renderApp(ADDRESS, answers);
  await openTab('Content');
  await expectAppliedChanges(3);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toHaveAttribute('aria-disabled', 'true');
  await redo();
  await expectAppliedChanges(4);
  await undo();
  await undo();
  await expectAppliedChanges(2);
});

test('offers to restore unsaved changes that an earlier version of the product stored', async () => {
  const { customFields: _, ...earlier } = { ...createSamplePage({ price: '59' }), removedSince: true };
  await writeRecord('copies', `${createTestUser().id} ${PAGE_ID}`, { config: earlier, at: Date.now() });
  const { rpc } = await renderApp(ADDRESS, handlers());
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await expect.element(page.getByLabelText('Price', { exact: true })).toHaveValue('59');
  await saveByShortcut();
  await expect.poll(() => rpc.bodiesOf('save-draft').at(-1)?.config).toEqual(createSamplePage({ price: '59' }));
});

test('keeps a later page name if saving an earlier one fails', async () => {
  const first = Promise.withResolvers<{ name: string }>();
  const { rpc } = await renderApp(ADDRESS, handlers());
  const name = page.getByLabelText('Page name');
  rpc.handle({ 'rename-page': ({ name: sent }) => (sent === 'First' ? first.promise : { name: sent }) });
  for (const newName of ['First', 'Second']) {
    await name.fill(newName);
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveValue(newName);
  }
  await expect.poll(() => rpc.bodiesOf('rename-page').length).toBe(2);
  first.reject(new RpcFailure(503, { code: 'unavailable', title: '', message: 'Not right now.' }));
  await expect.element(page.getByText('Not right now.').first()).toBeVisible();
  await expect.element(name).toHaveValue('Second');
});
