import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { openTab, getPreview } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, createDraft, PAGE_ID, createSamplePage } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const ADDRESS = `/builder?page=${PAGE_ID}`;

test('shows the page in each preview state', async () => {
  await renderApp(ADDRESS, createBuilderHandlers(createDraft(createSamplePage())));
  const state = page.getByLabelText('Preview state');
  await state.selectOptions('Coupon applied');
  await expect.element(getPreview()).toMatchTextContent('Coupon applied! You saved $10.00');
  await expect.poll(() => getPreview().element().querySelector('del')?.textContent).toContain('$40.00 USD');
  await state.selectOptions('Invalid coupon');
  await expect.element(getPreview()).toMatchTextContent('This coupon code is not valid');
  await state.selectOptions('Terms not accepted');
  await expect.element(getPreview()).toMatchTextContent('Please accept the terms and conditions');
  await expect.element(getPreview()).toMatchTextContent('The buyer agrees to the terms before paying.');
  await state.selectOptions('Terms accepted');
  await expect.poll(() => getPreview().element().querySelector('input[type=checkbox]:checked')).not.toBeNull();
  await state.selectOptions('Processing payment');
  await expect.element(getPreview()).toMatchTextContent('Processing...');
  await openTab('Settings');
  await page.getByLabelText('Enable coupon').click();
  await expect.element(state.getByRole('option', { name: 'Coupon applied (coupons are off)' })).toBeDisabled();
});

const FEATURES = ['Shaped', 'Glazed', 'Fired'];
const shownFeatures = () =>
  [...getPreview().element().querySelectorAll('.co-feats li')].map(({ textContent }) => textContent);

/** Returns the drag handle of a feature. It is hidden from assistive technology, which uses the move buttons. */
function getDragHandle(position: number): HTMLElement {
  const handle = document.querySelectorAll<HTMLElement>('.drag-handle').item(position - 1);
  handle.scrollIntoView({ block: 'center' });
  return handle;
}

/** Dispatches a pointer event at the lower edge of an element. */
function movePointer(type: string, target: EventTarget, at: HTMLElement): void {
  const { left, bottom } = at.getBoundingClientRect();
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left, clientY: bottom }));
}

test('moves a feature by dragging', async () => {
  const { rpc } = await renderApp(
    ADDRESS,
    createBuilderHandlers(createDraft(createSamplePage({ features: FEATURES }))),
  );
  await expect.poll(shownFeatures).toEqual(FEATURES);
  const [from, to] = [getDragHandle(1), getDragHandle(3)];
  movePointer('pointerdown', from, from);
  movePointer('pointermove', window, to);
  await expect.poll(() => document.querySelectorAll('[data-drag=dragged]').length).toBe(1);
  movePointer('pointerup', window, to);
  await expect.poll(shownFeatures).toEqual(['Glazed', 'Fired', 'Shaped']);
  await expect.poll(() => rpc.bodiesOf('save-draft').at(-1)?.config.features).toEqual(['Glazed', 'Fired', 'Shaped']);
});

test('ends a drag if the list changes', async () => {
  await renderApp(ADDRESS, createBuilderHandlers(createDraft(createSamplePage({ features: FEATURES }))));
  await expect.poll(shownFeatures).toEqual(FEATURES);
  await page.getByRole('button', { name: 'Remove: Shaped' }).click();
  await expect.poll(shownFeatures).toEqual(['Glazed', 'Fired']);
  const [from, to] = [getDragHandle(1), getDragHandle(2)];
  movePointer('pointerdown', from, from);
  movePointer('pointermove', window, to);
  await expect.poll(() => document.querySelectorAll('[data-drag=dragged]').length).toBe(1);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(shownFeatures).toEqual(FEATURES);
  await expect.poll(() => document.querySelectorAll('[data-drag=dragged]').length).toBe(0);
  movePointer('pointerup', window, to);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  expect(shownFeatures()).toEqual(FEATURES);
});

test('returns a dragged feature to its place on Escape', async () => {
  await renderApp(ADDRESS, createBuilderHandlers(createDraft(createSamplePage({ features: FEATURES }))));
  await expect.poll(shownFeatures).toEqual(FEATURES);
  const [from, to] = [getDragHandle(1), getDragHandle(3)];
  movePointer('pointerdown', from, from);
  movePointer('pointermove', window, to);
  await expect.poll(() => document.querySelectorAll('[data-drag=dragged]').length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelectorAll('[data-drag]').length).toBeLessThan(FEATURES.length);
  movePointer('pointerup', window, to);
  expect(shownFeatures()).toEqual(FEATURES);
});
