import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import type { PaymentTermsCounts } from '#domain/analytics.ts';

import { PaymentTerms } from './payment-terms.tsx';

const listTexts = (counts: PaymentTermsCounts): string[] =>
  [...renderToStaticMarkup(<PaymentTerms counts={counts} />).matchAll(/<dt>([^<]+)<\/dt><dd[^>]*>([^<]+)</g)].map(
    ([, name, value]) => `${name}: ${value}`,
  );

test('shows free trials and payment plans only where such orders began', () => {
  const noTrials = { started: 0, paid: 0, ended: 0 };
  const noPlans = { started: 0, complete: 0, overdue: 0, endedEarly: 0 };
  expect(listTexts({ trials: { started: 8, paid: 5, ended: 1 }, plans: noPlans })).toEqual([
    'Free trials started: 8',
    'Converted to paid: 5 (62.5%)',
    'Ended without payment: 1 (12.5%)',
  ]);
  expect(listTexts({ trials: noTrials, plans: { started: 4, complete: 2, overdue: 1, endedEarly: 0 } })).toEqual([
    'Payment plans started: 4',
    'Complete: 2 (50.0%)',
    'Overdue: 1 (25.0%)',
    'Ended early: 0 (0.0%)',
  ]);
});
