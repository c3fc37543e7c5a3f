import { expect, test } from 'vitest';

import { pageOnSale } from '../seller.ts';
import { sharedApp } from './testing-app.ts';
import { textOf, Visitor } from './visitor.ts';

const app = sharedApp();

test('a coupon that is not valid says so beside its field, which keeps what was typed', async () => {
  const { url } = await pageOnSale(app());
  const visitor = new Visitor(app().url);
  const page = await visitor.open(url);
  const refused = await visitor.submit(page, '#coupon', { code: 'HALF' }, 'Apply');
  expect(textOf(refused, '#coupon-problem')).toBe('Invalid coupon. This coupon code is not valid');
  expect(refused.document.querySelector('[name=code]')?.getAttribute('value')).toBe('HALF');
});
