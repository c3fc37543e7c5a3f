import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { momentOf, wallTimeOf } from '#domain/zoned-time.ts';

type Moment = string | null | undefined;

const isSet = (moment: Moment): moment is string => typeof moment === 'string';

/** Lists all dates of a page. */
function momentsOf({ countdown, availability, validCoupons }: CheckoutPageConfig): string[] {
  const { opensAt, closesAt } = availability;
  const ofCoupons = validCoupons.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  return [countdown.endsAt, opensAt, closesAt, ...ofCoupons].filter(isSet);
}

const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the time zone of the page's dates; the browser's zone while there are no dates and no zone was chosen. */
export function zoneOfPage(config: CheckoutPageConfig, here: () => string = zoneHere): string {
  const { timeZone } = config;
  if (!isTimeZone(timeZone)) return 'UTC';
  if (timeZone !== 'UTC' || momentsOf(config).length > 0) return timeZone;
  const zone = here();
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Returns the instant that has the same wall time in another time zone. */
export function sameClock(moment: string, from: string, to: string): string {
  return momentOf(wallTimeOf(new Date(moment), from), to)?.at.toISOString() ?? moment;
}

/** Alias of UTC: marks UTC as an explicit choice, because plain `UTC` is the default of a new page. */
const CHOSEN_UTC = 'Etc/UTC';

/** Returns the changes for a new time zone: all dates keep their wall time. */
export function zonePatch(config: CheckoutPageConfig, chosen: string): Partial<CheckoutPageConfig> {
  const timeZone = chosen === 'UTC' && momentsOf(config).length === 0 ? CHOSEN_UTC : chosen;
  const from = zoneOfPage(config);
  const turned = <Value extends Moment>(moment: Value) =>
    isSet(moment) ? sameClock(moment, from, timeZone) : moment;
  const { countdown, availability, validCoupons } = config;
  const { opensAt, closesAt } = availability;
  return {
    timeZone,
    countdown: { ...countdown, endsAt: turned(countdown.endsAt) },
    availability: { ...availability, opensAt: turned(opensAt), closesAt: turned(closesAt) },
    validCoupons: validCoupons.map((coupon) =>
      isSet(coupon.startsAt) || isSet(coupon.endsAt)
        ? { ...coupon, startsAt: turned(coupon.startsAt), endsAt: turned(coupon.endsAt) }
        : coupon,
    ),
  };
}
