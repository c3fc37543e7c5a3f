import { planEmailMessages } from '#content/messages/emails-plan.ts';
import { formatLongDate } from '#domain/format-date.ts';
import { formatMoney } from '#domain/money.ts';
import { getPlan, type PlanId } from '#domain/plans.ts';

/** Keeps a number and its unit on one line. */
const toNonBreakingSpaces = (text: string): string => text.replaceAll(' ', '\u00a0');

/** Undoes `toNonBreakingSpaces` for subjects and plain text. */
export const toRegularSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');

/** `$14.33 USD`. The amount is in minor units. */
export const formatMoneyOnOneLine = (amount: number, currency: string): string =>
  toNonBreakingSpaces(formatMoney(amount, currency));

/** `$14.33`, for use next to an amount with its currency code. */
export const formatMoneyWithoutCode = (amount: number, currency: string): string =>
  formatMoney(amount, currency).replace(/ [A-Z]{3}$/, '');

/** `$14.33 USD`. */
export const formatUsd = (cents: number): string => formatMoneyOnOneLine(cents, 'USD');

/** `$3,000 USD`, for prices and limits, which are whole dollars. */
export const formatWholeUsd = (cents: number): string => formatUsd(cents).replace(/\.00(?=\s)/, '');

export const getPlanName = (plan: PlanId): string => getPlan(plan).name;

export const formatPlanPrice = (plan: PlanId): string =>
  toNonBreakingSpaces(planEmailMessages.perMonth({ price: formatWholeUsd(getPlan(plan).priceUsd * 100) }));

/** `November 27, 2026`. Throws RangeError for an invalid date, as do all functions here. */
export const formatDay = (iso: string): string => formatLongDate(new Date(iso)).replace(' ', '\u00a0');

/** `November 27, 2026, 14:12 UTC`. */
export const formatDateTime = (iso: string): string =>
  `${formatDay(iso)}, ${toNonBreakingSpaces(`${new Date(iso).toISOString().slice(11, 16)} UTC`)}`;

/** Formats `2026-11` as `November 2026`. */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns `France` for `FR`, or null for an unknown country. */
export const getCountryName = (code: string | null): string | null =>
  code && /^[A-Z]{2}$/.test(code) ? (COUNTRY_NAMES.of(code) ?? null) : null;
