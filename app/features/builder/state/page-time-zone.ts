import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { toInstant, toLocalTime } from '#domain/zoned-time.ts';

type DateTimeValue = string | null | undefined;

const isSet = (value: DateTimeValue): value is string => typeof value === 'string';

/** Lists all dates of a page. */
function listDateTimes({ countdown, availability, validCoupons }: CheckoutPageConfig): string[] {
  const { opensAt, closesAt } = availability;
  const couponDates = validCoupons.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  return [countdown.endsAt, opensAt, closesAt, ...couponDates].filter(isSet);
}

let browserTimeZone: string | undefined;

/** Read once, because every rendered date asks for it and a new format takes a millisecond on a slow phone. */
const readBrowserTimeZone = (): string => (browserTimeZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Returns the time zone of the page's dates; the browser's zone while there are no dates and no zone was chosen. */
export function getPageTimeZone(
  config: CheckoutPageConfig,
  getBrowserTimeZone: () => string = readBrowserTimeZone,
): string {
  const { timeZone } = config;
  if (!isTimeZone(timeZone)) return 'UTC';
  if (timeZone !== 'UTC' || listDateTimes(config).length > 0) return timeZone;
  const zone = getBrowserTimeZone();
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Returns the instant that has the same wall time in another time zone. */
export function keepWallTime(value: string, from: string, to: string): string {
  return toInstant(toLocalTime(new Date(value), from), to)?.at.toISOString() ?? value;
}

/** Alias of UTC: marks UTC as an explicit choice, because plain `UTC` is the default of a new page. */
const EXPLICIT_UTC = 'Etc/UTC';

/** Returns the changes for a new time zone: all dates keep their wall time. */
export function createTimeZonePatch(config: CheckoutPageConfig, newZone: string): Partial<CheckoutPageConfig> {
  const timeZone = newZone === 'UTC' && listDateTimes(config).length === 0 ? EXPLICIT_UTC : newZone;
  const from = getPageTimeZone(config);
  const shift = <Value extends DateTimeValue>(value: Value) =>
    isSet(value) ? keepWallTime(value, from, timeZone) : value;
  const { countdown, availability, validCoupons } = config;
  const { opensAt, closesAt } = availability;
  return {
    timeZone,
    countdown: { ...countdown, endsAt: shift(countdown.endsAt) },
    availability: { ...availability, opensAt: shift(opensAt), closesAt: shift(closesAt) },
    validCoupons: validCoupons.map((coupon) =>
      isSet(coupon.startsAt) || isSet(coupon.endsAt)
        ? { ...coupon, startsAt: shift(coupon.startsAt), endsAt: shift(coupon.endsAt) }
        : coupon,
    ),
  };
}
