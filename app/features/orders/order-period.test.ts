import { expect, test } from 'vitest';

import { getPeriodDays } from './order-list-params.ts';

const on = (day: string) => new Date(`${day}T23:30:00Z`);

test('returns UTC days, both inclusive', () => {
  expect(getPeriodDays('this-month', on('2026-11-20'))).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  expect(getPeriodDays('last-month', on('2026-11-20'))).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(getPeriodDays('last-30-days', on('2026-11-30'))).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(getPeriodDays('this-year', on('2026-11-20'))).toEqual({ from: '2026-01-01', to: '2026-11-20' });
});

test('handles year ends and leap days', () => {
  expect(getPeriodDays('last-month', on('2027-01-31'))).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(getPeriodDays('last-month', on('2028-03-31'))).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(getPeriodDays('last-30-days', on('2027-01-05'))).toEqual({ from: '2026-12-07', to: '2027-01-05' });
});
