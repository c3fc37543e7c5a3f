import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { formatRelativeTime, describeCountdown, describeSchedule } from './schedule-groups.tsx';

const NOW = new Date('2026-11-21T03:00:00Z');
const END = '2026-11-30T17:00:00Z';

const configEnding = (change: Partial<CheckoutPageConfig['countdown']>): CheckoutPageConfig => {
  const config = { ...createEmptyConfig(), price: '49' };
  return { ...config, countdown: { ...config.countdown, endsAt: END, ...change } };
};
const describe = (change: Partial<CheckoutPageConfig['countdown']>, now = NOW) =>
  describeCountdown(configEnding(change), 'Europe/Berlin', now);

test.each<[Partial<CheckoutPageConfig['countdown']>, string]>([
  [{ atEnd: 'price', priceAfter: '59' }, 'Then the price changes to $59 USD.'],
  [{ atEnd: 'price', priceAfter: ' ' }, 'Enter the price after the countdown.'],
  [{ atEnd: 'price', priceAfter: '5,9' }, 'Enter the price after the countdown.'],
  [{ atEnd: 'close' }, 'Then the page closes, and buyers can’t pay anymore.'],
  [{ atEnd: 'nothing' }, 'Then only the text changes. Buyers can still pay.'],
])('describes the consequence of %j together with its time', (change, consequence) => {
  expect(describe(change)).toBe(
    `Ends on Monday, November 30, 2026 at 6:00 PM, Berlin time (in 9 days). ${consequence}`,
  );
});

test('describes what happened at the end of a past countdown', () => {
  const later = new Date('2026-12-02T18:00:00Z');
  expect(describe({ atEnd: 'price', priceAfter: '59' }, later)).toBe(
    'Ended on Monday, November 30, 2026 at 6:00 PM, Berlin time (2 days ago). The price is now $59 USD.',
  );
});

test('returns null for a countdown without an end', () => {
  expect(describe({ endsAt: null })).toBeNull();
});

test.each([
  [9.5 * 86_400_000, 'in 9 days'],
  [86_400_000, 'in 1 day'],
  [86_399_000, 'in 23 hours'],
  [61_000, 'in 1 minute'],
  [59_000, 'now'],
  [-7_200_000, '2 hours ago'],
])('formats a distance of %d milliseconds as %s', (distanceMs, text) => {
  expect(formatRelativeTime(new Date(NOW.getTime() + distanceMs), NOW)).toBe(text);
});

test('describes opening and closing in order', () => {
  const { availability, ...config } = createEmptyConfig();
  const dated = {
    ...config,
    availability: { ...availability, opensAt: '2026-11-20T09:00:00Z', closesAt: END },
  };
  expect(describeSchedule(dated, 'UTC', NOW)).toBe(
    'Opened on Friday, November 20, 2026 at 9:00 AM UTC (18 hours ago). Closes on Monday, November 30, 2026 at 5:00 PM UTC (in 9 days).',
  );
  expect(describeSchedule(createEmptyConfig(), 'UTC', NOW)).toBeNull();
});
