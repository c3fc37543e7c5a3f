import { longDate } from '#domain/long-date.ts';
import { moneyText } from '#domain/money.ts';
import { planOf, type PlanId } from '#domain/plans.ts';

/** Keeps a number and its unit on one line. */
const held = (text: string): string => text.replaceAll(' ', '\u00a0');

/** Undoes `toNonBreakingSpaces` for subjects and plain text. */
export const released = (text: string): string => text.replaceAll('\u00a0', ' ');

/** `$14.33 USD`. The amount is in minor units. */
export const money = (amount: number, currency: string): string => held(moneyText(amount, currency));

/** `$14.33`, for use next to an amount with its currency code. */
export const bareMoney = (amount: number, currency: string): string =>
  moneyText(amount, currency).replace(/ [A-Z]{3}$/, '');

/** `$14.33 USD`. */
export const usd = (cents: number): string => money(cents, 'USD');

/** `$3,000 USD`, for prices and limits, which are whole dollars. */
export const wholeUsd = (cents: number): string => usd(cents).replace(/\.00(?=\s)/, '');

export const percent = (percentage: number): string => held(`${percentage} %`);

export const nameOf = (plan: PlanId): string => planOf(plan).name;

export const priceOf = (plan: PlanId): string => held(`${wholeUsd(planOf(plan).priceUsd * 100)} a month`);

/** `November 27, 2026`. Throws RangeError for an invalid date, as do all functions here. */
export const dayText = (iso: string): string => longDate(new Date(iso)).replace(' ', '\u00a0');

/** `November 27, 2026, 14:12 UTC`. */
export const momentText = (iso: string): string =>
  `${dayText(iso)}, ${held(`${new Date(iso).toISOString().slice(11, 16)} UTC`)}`;

/** Formats `2026-11` as `November 2026`. */
export const monthText = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns `France` for `FR`, or null for an unknown country. */
export const countryText = (code: string | null): string | null =>
  code && /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? null) : null;
