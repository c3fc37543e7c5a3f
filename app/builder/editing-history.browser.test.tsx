import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { focusOn, openTab, pressSave, savedStatus } from '#app/testing/builder-screen.ts';
import { builderHandlers, draftOf, PAGE_ID, samplePage } from '#app/testing/builder.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { testUser } from '#app/testing/fake-session.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { keep } from '#app/session/browser-store.ts';

const ADDRESS = `/builder?page=${PAGE_ID}`;
const IMAGE_URL = '/templates/course.webp';

const productName = () => page.getByLabelText('Product name');
const feature = (place: number) => page.getByLabelText(`Feature ${place}`, { exact: true });
const accent = () => page.getByLabelText('Accent color');

const handlers = () => ({
  ...builderHandlers(draftOf(samplePage())),
  'upload-image': () => ({ url: IMAGE_URL, width: 320, height: 200, bytes: 2000 }),
});

const undo = () => userEvent.keyboard('{Control>}z{/Control}');
const redo = () => userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');

/** Changes text, image, order and color: one undo step each. */
async function changeFourThings(): Promise<void> {
  await productName().fill('Linocut for Beginners and others');
  const image = page.getByRole('group', { name: 'Product image' });
  await userEvent.upload(
    image.getByLabelText('Product image'),
    new File(['image'], 'press.png', { type: 'image/png' }),
  );
  await expect.element(page.getByRole('button', { name: 'Replace product image' })).toBeVisible();
  focusOn(feature(1));
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(feature(2)).toHaveValue('Eight lessons');
  await expect.element(feature(2)).toHaveFocus();
  await openTab('Design');
  await page.getByRole('button', { name: 'Green, #2f6b3f' }).click();
  await expect.element(accent()).toHaveValue('#2f6b3f');
}

/** Reads the current values of the four fields. */
const fields = () => ({
  name: (productName().element() as HTMLInputElement).value,
  images: page.getByRole('button', { name: 'Replace product image' }).elements().length,
  feature: (feature(1).element() as HTMLTextAreaElement).value,
  accent: (accent().element() as HTMLInputElement).value,
});

const expectSteps = (steps: number) =>
  expect.poll(fields).toEqual({
    name: steps > 0 ? 'Linocut for Beginners and others' : 'Linocut for Beginners',
    images: steps > 1 ? 1 : 0,
    feature: steps > 2 ? 'All tools listed' : 'Eight lessons',
    accent: steps > 3 ? '#2f6b3f' : '#a855f7',
  });

test('undoes and redoes changes of text, image, order and color by keyboard', async () => {
  await renderApp(ADDRESS, handlers());
  await changeFourThings();
  await openTab('Content');
  for (const steps of [3, 2, 1, 0]) {
    await undo();
    await expectSteps(steps);
  }
  await undo();
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  for (const steps of [1, 2, 3]) {
    await redo();
    await expectSteps(steps);
  }
  await userEvent.keyboard('{Control>}y{/Control}');
  await expectSteps(4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectSteps(3);
});

test('undoes and redoes the steps of an earlier session after the page is opened again', async () => {
  const answers = handlers();
  const first = await renderApp(ADDRESS, answers);
  await changeFourThings();
  await page.getByRole('button', { name: 'Undo' }).click();
  await pressSave();
  await expect.element(savedStatus()).toBeVisible();
  await first.screen.unmount();

  await renderApp(ADDRESS, answers);
  await openTab('Content');
  await expectSteps(3);
  await expect
    .element(page.getByRole('button', { name: 'Undo' }))
    .not.toHaveAttribute('aria-disabled', 'true');
  await redo();
  await expectSteps(4);
  await undo();
  await undo();
  await expectSteps(2);
});

test('offers to restore unsaved changes that an earlier version of the product stored', async () => {
  const { customFields: _, ...earlier } = { ...samplePage({ price: '59' }), removedSince: true };
  await keep('copies', `${testUser().id} ${PAGE_ID}`, { config: earlier, at: Date.now() });
  const { rpc } = await renderApp(ADDRESS, handlers());
  await page.getByRole('button', { name: 'Bring them back' }).click();
  await expect.element(page.getByLabelText('Price', { exact: true })).toHaveValue('59');
  await pressSave();
  await expect.poll(() => rpc.bodiesOf('save-draft').at(-1)?.config).toEqual(samplePage({ price: '59' }));
});

test('keeps a later page name if saving an earlier one fails', async () => {
  const first = Promise.withResolvers<{ name: string }>();
  const { rpc } = await renderApp(ADDRESS, handlers());
  const name = page.getByLabelText('Page name');
  rpc.handle({ 'rename-page': ({ name: sent }) => (sent === 'First' ? first.promise : { name: sent }) });
  for (const typed of ['First', 'Second']) {
    await name.fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(name).toHaveValue(typed);
  }
  await expect.poll(() => rpc.bodiesOf('rename-page').length).toBe(2);
  first.reject(new RpcFailure(503, { code: 'unavailable', title: '', message: 'Not right now.' }));
  await expect.element(page.getByText('Not right now.').first()).toBeVisible();
  await expect.element(name).toHaveValue('Second');
});
