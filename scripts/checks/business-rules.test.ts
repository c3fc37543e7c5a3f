import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { LIMITS } from '#domain/checkout-page.ts';
import { MAX_AMOUNT } from '#domain/currencies.ts';
import { FIELD_LIMITS, MAX_CUSTOM_FIELDS } from '#domain/custom-field.ts';
import { INSTALLMENT_LIMITS, MAX_TRIAL_DAYS } from '#domain/payment-terms-fields.ts';
import { API_RATE_LIMITS, MAX_WEBHOOK_ENDPOINTS } from '#domain/plan-features.ts';
import { PLANS, TRIAL_DAYS } from '#domain/plans.ts';

const text = readFileSync('docs/business-rules.md', 'utf8');
/** The table row that starts with this text. */
const rowOf = (what: string): string =>
  text.split('\n').find((line) => line.startsWith(`| ${what}`)) ?? `no row ${what}`;

test('names an existing implementation for each rule', () => {
  const rows = text.split('\n').filter((line) => /^\| (?!---|what|rule)/.test(line) && !line.startsWith('|---'));
  expect(rows.length).toBeGreaterThan(45);
  expect(rows.filter((row) => !/\| (?:the same|.*`.+`.*) \|$/.test(row))).toEqual([]);
  const folders = [...text.matchAll(/`([a-z]+\/[\w/.-]+)`/g)].map(([, file = '']) => file);
  expect(folders.filter((file) => !existsSync(file))).toEqual([]);
});

test('states the same limits as the code', () => {
  expect(rowOf('product name')).toContain(`1 to ${LIMITS.productName}, 1 to ${LIMITS.buttonText} `);
  expect(rowOf('description')).toContain(`up to ${LIMITS.description}, ${LIMITS.successMessage} `);
  expect(rowOf('features')).toContain(`${LIMITS.features} of up to ${LIMITS.feature} `);
  expect(rowOf('price')).toContain(MAX_AMOUNT.toLocaleString('en'));
  expect(rowOf('custom fields')).toContain(`up to ${MAX_CUSTOM_FIELDS}; label 1 to ${FIELD_LIMITS.label}`);
  expect(rowOf('trial')).toContain(`${TRIAL_DAYS} days`);
  for (const { name, monthlyLimitUsd } of PLANS)
    expect(rowOf('sales')).toContain(
      `${name} ${monthlyLimitUsd === null ? 'no limit' : monthlyLimitUsd}`.replace('10000', '10,000'),
    );
  const { minimum, maximum } = INSTALLMENT_LIMITS;
  expect(rowOf('weekly, monthly')).toContain(`${minimum} to ${maximum} weekly or monthly payments`);
  expect(rowOf('weekly, monthly')).toContain(`free trials of up to ${MAX_TRIAL_DAYS} days`);
  const { every, pro } = MAX_WEBHOOK_ENDPOINTS;
  expect(rowOf('webhook endpoints, API')).toContain(
    `${every} and ${API_RATE_LIMITS.every}; Pro ${pro} and ${API_RATE_LIMITS.pro}`,
  );
});
