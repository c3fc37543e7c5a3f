import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { countUnsavedPages } from '#app/lib/session/unsaved-changes.ts';
import { openDraft } from '#app/testing/builder-fields.ts';
import { getPublishButton, getToast, openTab } from '#app/testing/builder-screen.ts';
import type { FakeRpc } from '#app/testing/fake-rpc.ts';

const PAY_WHAT_YOU_WANT = { enabled: true, minimum: '5', maximum: '', presets: [] };

const publishedConfig = (rpc: FakeRpc) => rpc.bodiesOf('save-checkout-page').at(-1)?.config;
const newFeature = () => page.getByLabelText('New feature');
const newOrigin = () => page.getByLabelText('Website', { exact: true });
const leaveDialog = () => page.getByRole('dialog', { name: 'Leave without adding your text?' });

test('adds the text left in add fields of all tabs before publishing', async () => {
  const { rpc } = await openDraft({ features: [], enableCoupon: true, validCoupons: [] });
  await newFeature().fill('Printed workbook');
  await page.getByRole('button', { name: 'Add a testimonial' }).click();
  const testimonial = page.getByRole('form', { name: 'New testimonial' });
  await testimonial.getByLabelText('Name').fill('Joan');
  await testimonial.getByLabelText('Text').fill('Clear and calm.');
  await openTab('Settings');
  const coupon = page.getByRole('form', { name: 'New coupon' });
  await coupon.getByLabelText('Code').fill('TEN');
  await coupon.getByLabelText('Discount', { exact: true }).fill('10');
  await newOrigin().fill('https://shop.example');
  await getPublishButton().click();
  await expect.poll(() => publishedConfig(rpc)?.features).toEqual(['Printed workbook']);
  expect(publishedConfig(rpc)).toMatchObject({
    validCoupons: [{ code: 'TEN', discount: 10 }],
    testimonials: { items: [{ name: 'Joan', text: 'Clear and calm.' }] },
    embedding: { origins: ['https://shop.example'] },
  });
});

test('adds a suggested amount before publishing', async () => {
  const { rpc } = await openDraft({ payWhatYouWant: PAY_WHAT_YOU_WANT, enableCoupon: false });
  await page.getByLabelText('Suggested amounts').fill('12');
  await getPublishButton().click();
  await expect.poll(() => publishedConfig(rpc)?.payWhatYouWant.presets).toEqual(['12']);
});

test('publishes nothing while an add field contains text that is refused, and opens that field', async () => {
  const { rpc } = await openDraft();
  await openTab('Settings');
  await newOrigin().fill('not a site');
  await openTab('Content');
  await getPublishButton().click();
  await expect.element(newOrigin()).toHaveFocus();
  await expect.element(newOrigin()).toHaveAttribute('aria-invalid', 'true');
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});

test('publishes nothing while a coupon is incomplete, and opens its missing field', async () => {
  const { rpc } = await openDraft({ enableCoupon: true, validCoupons: [] });
  await openTab('Settings');
  await page.getByLabelText('Code').fill('TEN');
  await openTab('Content');
  await getPublishButton().click();
  await expect.element(page.getByLabelText('Discount', { exact: true })).toHaveFocus();
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});

test('publishes nothing while a testimonial is incomplete, and focuses its missing field', async () => {
  const { rpc } = await openDraft();
  await page.getByRole('button', { name: 'Add a testimonial' }).click();
  await page.getByRole('form', { name: 'New testimonial' }).getByLabelText('Name').fill('Joan');
  await openTab('Design');
  await getPublishButton().click();
  await expect.element(page.getByRole('form', { name: 'New testimonial' }).getByLabelText('Text')).toHaveFocus();
  await expect.element(getToast('Missing fields')).toBeVisible();
  expect(rpc.bodiesOf('save-checkout-page')).toEqual([]);
});

test('asks before the builder is left with text in an add field, and returns to the field', async () => {
  const { history } = await openDraft();
  await newFeature().fill('Printed workbook');
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  await leaveDialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.element(newFeature()).toHaveFocus();
  await expect.element(newFeature()).toHaveValue('Printed workbook');
  await page.getByRole('link', { name: 'Back to your pages' }).click();
  await leaveDialog().getByRole('button', { name: 'Leave page' }).click();
  await expect.poll(() => history.url).toBe('/pages');
});

test('asks before the tab is closed or the seller signs out with text in an add field', async () => {
  await openDraft();
  const canClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await expect.element(newFeature()).toBeVisible();
  expect(canClose()).toBe(true);
  await newFeature().fill('Printed workbook');
  await expect.poll(canClose).toBe(false);
  expect(await countUnsavedPages()).toBe(1);
  await newFeature().fill('');
  await expect.poll(canClose).toBe(true);
  expect(await countUnsavedPages()).toBe(0);
});
