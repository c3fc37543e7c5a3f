import { createAddedFields } from '#domain/checkout-page.ts';
import type { CustomField } from '#domain/custom-field.ts';

import { openBuilder, openDraft, openTab } from './support/builder-page.ts';
import { expect, test } from './support/fixtures.ts';
import { createSeller, createPageConfig } from './support/seller.ts';
import { expectAccessible, takeScreenshot } from './support/visual-checks.ts';

const OPENS_AT = '2031-11-02T08:00:00.000Z';
const ENDS_AT = '2031-11-30T17:00:00.000Z';

const INVALID_FIELD: CustomField = {
  id: 'field-ink',
  kind: 'radio',
  name: 'ink',
  label: 'Ink',
  help: '',
  required: true,
  choices: ['Black', 'Black'],
  min: '',
  max: '',
};

const YEARLY = {
  id: 'yearly',
  name: 'A whole year',
  price: '300',
  paymentType: 'subscription',
  billingFrequency: 'yearly',
} as const;

const { countdown, availability, payWhatYouWant } = createAddedFields();

/** Several prices, a countdown, dates, stock, a coupon with limits and an invalid custom field. */
const EVERYTHING = createPageConfig({
  paymentType: 'subscription',
  priceOptions: { baseName: '', others: [YEARLY] },
  timeZone: 'Europe/Berlin',
  countdown: { ...countdown, enabled: true, endsAt: ENDS_AT, atEnd: 'price', priceAfter: '59' },
  availability: { ...availability, opensAt: OPENS_AT, closesAt: ENDS_AT, stock: 25, showStock: true },
  validCoupons: [{ code: 'EARLY', discount: 10, type: 'percentage', startsAt: OPENS_AT, endsAt: ENDS_AT, limit: 20 }],
  customFields: [INVALID_FIELD],
});

test('the builder is accessible with every option of an offer', async ({ page, app }) => {
  const seller = await createSeller(app);
  await openDraft(page, seller, EVERYTHING);
  await page.getByRole('button', { name: 'Edit: Ink' }).click();
  await expect(page.getByLabel('Choices')).toBeVisible();
  await expectAccessible(page, 'several prices, and a custom field that is edited');
  await takeScreenshot(page, 'builder-field-open');
  await openTab(page, 'Settings');
  await page.getByRole('button', { name: 'Edit: EARLY' }).click();
  await expect(page.getByLabel('Total uses')).toBeVisible();
  await expectAccessible(page, 'countdown, dates, stock and the limits of a coupon');

  const amounts = { ...payWhatYouWant, enabled: true, minimum: '5', maximum: '50', presets: ['10', '25'] };
  const { pageId } = await seller.call('save-draft', {
    config: createPageConfig({ enableCoupon: false, payWhatYouWant: amounts }),
  });
  await openBuilder(page, seller, `/builder?page=${pageId}`);
  await expect(page.getByLabel('Suggested amounts')).toBeVisible();
  await expectAccessible(page, 'pay what you want');
});
