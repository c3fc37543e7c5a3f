import { expect, test } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { pageProblems, tidyConfig } from '#domain/page-problems.ts';

import { checklistOf } from './checklist.ts';

const sound: CheckoutPageConfig = {
  ...emptyConfig(),
  productName: 'Pots',
  price: '29',
  productImage: '/media/a.webp',
  accentColor: '#2f6b3f',
};
const listOf = (
  config: CheckoutPageConfig,
  more: Partial<Pick<Parameters<typeof checklistOf>[0], 'stripe' | 'mayPublish'>> = {},
) =>
  checklistOf({
    config,
    problems: pageProblems(tidyConfig(config)),
    stripe: 'complete',
    mayPublish: true,
    ...more,
  });
const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text);

test('lists name, price, Stripe and plan as blockers of a new page, each with its target', () => {
  const { blocks } = listOf(emptyConfig(), { stripe: 'not_started', mayPublish: false });
  expect(blocks).toEqual([
    { text: 'Name your product', act: { to: 'field', field: 'productName' } },
    { text: 'Set a price', act: { to: 'field', field: 'price' } },
    { text: 'Connect your Stripe account', act: { to: 'stripe' } },
    { text: 'Choose a plan or start a trial', act: { to: 'plans' } },
  ]);
});

test('returns empty lists for a page that can be published', () => {
  expect(listOf(sound)).toEqual({ blocks: [], warns: [] });
});

test('asks to finish an incomplete account and ignores an account that is not loaded yet', () => {
  expect(texts(listOf(sound, { stripe: 'incomplete' }).blocks)).toEqual(['Finish your Stripe account']);
  expect(listOf(sound, { stripe: null }).blocks).toEqual([]);
});

test('merges several errors of one field into one item that targets the first error', () => {
  const features = ['x'.repeat(130), 'y'.repeat(130)];
  expect(listOf({ ...sound, features }).blocks).toEqual([
    { text: 'Put right: Features', act: { to: 'field', field: 'features.0' } },
  ]);
});

test('warns of terms without a link, a changed text color and a missing picture', () => {
  const { blocks, warns } = listOf({
    ...sound,
    productImage: null,
    requireTerms: true,
    accentColor: '#ffd400',
  });
  expect(blocks).toEqual([]);
  expect(texts(warns)).toEqual([
    'Terms are asked for, without a link to them',
    'The pay button has dark letters, so that it can be read',
    'No picture yet',
  ]);
});

test('names the darker shade of the accent', () => {
  const [warning] = texts(listOf({ ...sound, accentColor: '#a95af0' }).warns);
  expect(warning).toMatch(/^The pay button is #[0-9a-f]{6}, so that it can be read$/);
  expect(listOf({ ...sound, accentColor: emptyConfig().accentColor }).warns).toEqual([]);
});
