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

test('a new page lacks a name, a price, the provider and a plan, and each leads to its place', () => {
  const { blocks } = listOf(emptyConfig(), { stripe: 'not_started', mayPublish: false });
  expect(blocks).toEqual([
    { text: 'Name your product', act: { to: 'field', field: 'productName' } },
    { text: 'Set a price', act: { to: 'field', field: 'price' } },
    { text: 'Connect your Stripe account', act: { to: 'stripe' } },
    { text: 'Choose a plan or start a trial', act: { to: 'plans' } },
  ]);
});

test('a page that can be published has nothing on either list', () => {
  expect(listOf(sound)).toEqual({ blocks: [], warns: [] });
});

test('an account that was begun is to be finished, one that is not known yet is not spoken of', () => {
  expect(texts(listOf(sound, { stripe: 'incomplete' }).blocks)).toEqual(['Finish your Stripe account']);
  expect(listOf(sound, { stripe: null }).blocks).toEqual([]);
});

test('several problems of one field are one line, which leads to the first', () => {
  const features = ['x'.repeat(130), 'y'.repeat(130)];
  expect(listOf({ ...sound, features }).blocks).toEqual([
    { text: 'Put right: Features', act: { to: 'field', field: 'features.0' } },
  ]);
});

test('terms without a link, a changed accent and a missing picture are warned of', () => {
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

test('a deepened accent is named', () => {
  const [warning] = texts(listOf({ ...sound, accentColor: '#a95af0' }).warns);
  expect(warning).toMatch(/^The pay button is #[0-9a-f]{6}, so that it can be read$/);
  expect(listOf({ ...sound, accentColor: emptyConfig().accentColor }).warns).toEqual([]);
});
