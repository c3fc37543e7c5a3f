import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { validatePage, normalizeConfig } from '#domain/page-fields.ts';

import { buildChecklist } from './publish-checklist.tsx';

const validConfig: CheckoutPageConfig = {
  ...createEmptyConfig(),
  productName: 'Pots',
  price: '29',
  productImage: '/media/a.webp',
  accentColor: '#2f6b3f',
};
const checklistFor = (
  config: CheckoutPageConfig,
  overrides: Partial<Omit<Parameters<typeof buildChecklist>[0], 'config'>> = {},
) =>
  buildChecklist({
    config,
    errors: validatePage(normalizeConfig(config)),
    deliveryWarnings: [],
    stripe: 'complete',
    canPublish: true,
    ...overrides,
  });
const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text);

test('lists name, price, Stripe and plan as blockers of a new page, each with its target', () => {
  const { blockers } = checklistFor(createEmptyConfig(), { stripe: 'not_started', canPublish: false });
  expect(blockers).toEqual([
    { text: 'Add a product name', action: { to: 'field', field: 'productName' } },
    { text: 'Set a price', action: { to: 'field', field: 'price' } },
    { text: 'Connect your Stripe account', action: { to: 'stripe' } },
    { text: 'Choose a plan or start a trial', action: { to: 'plans' } },
  ]);
});

test('returns empty lists for a page that can be published', () => {
  expect(checklistFor(validConfig)).toEqual({ blockers: [], warnings: [] });
});

test('asks to finish an incomplete account and ignores an account that is not loaded yet', () => {
  expect(texts(checklistFor(validConfig, { stripe: 'incomplete' }).blockers)).toEqual([
    'Finish setting up your Stripe account',
  ]);
  expect(checklistFor(validConfig, { stripe: null }).blockers).toEqual([]);
});

test('merges several errors of one field into one item that targets the first error', () => {
  const features = ['x'.repeat(130), 'y'.repeat(130)];
  expect(checklistFor({ ...validConfig, features }).blockers).toEqual([
    { text: 'Fix: Features', action: { to: 'field', field: 'features.0' } },
  ]);
});

test('warns of terms without a link, a changed text color and a missing picture', () => {
  const { blockers, warnings } = checklistFor({
    ...validConfig,
    productImage: null,
    requireTerms: true,
    accentColor: '#ffd400',
  });
  expect(blockers).toEqual([]);
  expect(texts(warnings)).toEqual([
    'Buyers must accept your terms, but can’t read them yet',
    'The pay button uses dark text to stay readable',
    'No product image yet',
  ]);
});

test('names the darker shade of the accent', () => {
  const [warning] = texts(checklistFor({ ...validConfig, accentColor: '#a95af0' }).warnings);
  expect(warning).toMatch(/^The pay button uses #[0-9a-f]{6} to stay readable$/);
  expect(checklistFor({ ...validConfig, accentColor: createEmptyConfig().accentColor }).warnings).toEqual([]);
});

test('names everything that the delivery lacks, and warns of prices without anything', () => {
  const { blockers, warnings } = checklistFor(validConfig, {
    errors: [
      { field: 'delivery.0', message: 'Upload a file for “Guide”' },
      { field: 'delivery.1', message: 'Enter a URL for “Course”' },
    ],
    deliveryWarnings: [{ field: 'delivery', message: 'Nothing is delivered with the price “Monthly”' }],
  });
  expect(blockers).toEqual([
    { text: 'Upload a file for “Guide”', action: { to: 'field', field: 'delivery.0' } },
    { text: 'Enter a URL for “Course”', action: { to: 'field', field: 'delivery.1' } },
  ]);
  expect(texts(warnings)).toEqual(['Nothing is delivered with the price “Monthly”']);
});
