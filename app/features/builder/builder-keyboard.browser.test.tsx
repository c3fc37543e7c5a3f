import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import { getPublishButton, getTexts, getToast } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, createDraft, PAGE_ID, createSamplePage } from '#app/testing/builder.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const MAX_TABS = 60;

/** Tabs to a control; the focused control must be in view. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect.element(target).toBeInTheDocument();
  for (let tabCount = 0; tabCount < MAX_TABS && document.activeElement !== target.element(); tabCount++)
    await userEvent.tab({ shift: key === 'Shift+Tab' });
  await expect.element(target).toHaveFocus();
  await expect.element(target).toBeInViewport();
}

/** Tabs to a field and replaces its text. */
async function typeInto(label: string, text: string): Promise<void> {
  await tabTo(page.getByLabelText(label, { exact: true }));
  await userEvent.keyboard(text);
}

/** Moves between tabs. The tab list is one tab stop; arrow keys switch tabs. */
async function switchTab(from: string, to: string): Promise<void> {
  await tabTo(page.getByRole('tab', { name: from }), 'Shift+Tab');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tabpanel', { name: to })).toBeVisible();
}

test('fills in the content of a page by keyboard alone', async () => {
  const { rpc } = await renderApp('/builder', {
    ...createBuilderHandlers(),
    'upload-image': () => ({ url: '/templates/course.webp', width: 64, height: 40, bytes: 900 }),
  });
  await typeInto('Product name', 'Kiln');
  await typeInto('Description', 'Hot.');
  const image = page.getByRole('group', { name: 'Product image' });
  const input = image.getByLabelText('Product image');
  const opened = new Promise<void>((resolve) => {
    input.element().addEventListener('click', (event) => {
      event.preventDefault();
      resolve();
    });
  });
  await tabTo(image.getByRole('button', { name: 'choose a file' }));
  await userEvent.keyboard('{Enter}');
  await opened;
  await userEvent.upload(input, new File(['image'], 'kiln.png', { type: 'image/png' }));
  await expect.element(page.getByText('kiln.png')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Replace product image' })).toHaveFocus();
  await typeInto('Price', '40');
  await tabTo(page.getByRole('combobox', { name: 'Currency' }));
  await userEvent.keyboard('euro{Enter}');
  await typeInto('New feature', 'Clay{Enter}Fire{Enter}');
  await expect.element(page.getByText('2 of 10')).toBeVisible();
  await tabTo(page.getByRole('button', { name: 'Add a testimonial' }));
  await userEvent.keyboard('{Enter}Joan');
  await typeInto('Text', 'Tall.');
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Add testimonial' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(getToast('Testimonial added')).toBeVisible();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect
    .poll(() => rpc.bodiesOf('save-draft').at(-1)?.config)
    .toMatchObject({
      productName: 'Kiln',
      description: 'Hot.',
      productImage: '/templates/course.webp',
      price: '40',
      currency: 'EUR',
      features: ['Clay', 'Fire'],
      testimonials: { enabled: true, items: [{ name: 'Joan', text: 'Tall.' }] },
    });
});

test('selects layout, slug and coupon and publishes by keyboard alone', async () => {
  const config = createSamplePage({ enableCoupon: false, validCoupons: [], features: [] });
  const { rpc } = await renderApp(`/builder?page=${PAGE_ID}`, createBuilderHandlers(createDraft(config)));
  await tabTo(page.getByRole('tab', { name: 'Content' }));
  await switchTab('Content', 'Delivery');
  await switchTab('Delivery', 'Design');
  await tabTo(page.getByRole('group', { name: 'Layout' }).getByLabelText('Classic'));
  await userEvent.keyboard('{ArrowRight}');
  await switchTab('Design', 'Settings');
  await typeInto('Custom slug', 'keys');
  await tabTo(page.getByLabelText('Enable coupon'));
  await userEvent.keyboard(' ');
  await typeInto('Code', 'c25');
  await typeInto('Discount', '25{Enter}');
  await expect.element(getToast('Coupon added')).toBeVisible();
  await tabTo(getPublishButton(), 'Shift+Tab');
  await userEvent.keyboard('{Enter}');
  await expect.element(getToast('Page published!')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')).toMatchObject([
    {
      slug: 'keys',
      config: { layout: 'modern', enableCoupon: true, validCoupons: [{ code: 'C25', discount: 25 }] },
    },
  ]);
});

const previewWidth = () => getComputedStyle(document.querySelector('.preview-pane__scaled') ?? document.body).width;

test('saves, publishes and resizes the preview with shortcuts', async () => {
  const { rpc, history } = await renderApp('/builder', createBuilderHandlers());
  await page.getByLabelText('Product name').fill('Keys');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.poll(() => history.url).toBe(`/builder?page=${PAGE_ID}`);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Fix 1 error before you publish')).toBeVisible();
  const price = page.getByLabelText('Price', { exact: true });
  await expect.element(price).toHaveFocus();
  await userEvent.keyboard('12');
  await expect.element(price).toHaveValue('12');
  const contentTab = page.getByRole('tab', { name: 'Content' });
  await expect.element(contentTab).toBeVisible();
  contentTab.element().focus();
  for (const [key, width] of [
    ['3', '375px'],
    ['2', '768px'],
    ['1', '1200px'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.poll(previewWidth).toBe(width);
  }
  // Enter alone would open the menu.
  page.getByRole('button', { name: 'More actions' }).element().focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(getToast('Page published!')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')).toMatchObject([{ config: { price: '12' } }]);
});

test('turns single-key shortcuts off in the shortcuts dialog', async () => {
  await renderApp(`/builder?page=${PAGE_ID}`, createBuilderHandlers(createDraft(createSamplePage())));
  await expect.element(page.getByLabelText('Product name')).toBeVisible();
  const contentTab = page.getByRole('tab', { name: 'Content' });
  contentTab.element().focus();
  await userEvent.keyboard('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(list).toBeVisible();
  expect(getTexts(list.getByRole('definition')).length).toBeGreaterThan(4);
  await list.getByRole('checkbox').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  contentTab.element().focus();
  await userEvent.keyboard('3');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(getToast('Page published!')).toBeVisible();
  expect(previewWidth()).toBe('1200px');
});
