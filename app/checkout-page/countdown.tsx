import { RichText } from '#app/components/rich-text.tsx';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { DEFAULT_LANGUAGE } from '#domain/page-language.ts';
import type { CountdownEnd } from '#domain/page-schedule.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { formatOffset, formatTimeIn, formatZonedTime } from '#domain/zoned-time.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CLOCK_UNITS, splitRemainingTime, formatCount, getUnitText } from './enhance/remaining-time.ts';
import { getSellerLang } from './page-language.ts';

/** The remaining time. Space is reserved until the script fills it in; without script it is hidden. */
function Clock({ until, now }: { until: number; now: number | undefined }) {
  const remaining = splitRemainingTime(now === undefined ? 0 : until - now);
  return (
    <p className="co-clock" role="timer" data-state={now === undefined ? 'waiting' : undefined}>
      {CLOCK_UNITS.map((unit, index) => (
        <span key={unit} data-unit={unit}>
          <b>{formatCount(remaining[index] ?? 0, index)}</b> <span>{getUnitText(remaining[index] ?? 0, unit)}</span>
        </span>
      ))}
    </p>
  );
}

type DateTimeProps = { text: string; at: string; page: Pick<PublicCheckoutConfig, 'timeZone' | 'language'> };

const UTC = 'UTC';

/** Formats a date with its UTC offset, because not all buyers know that of the zone. */
function formatDateTime(at: Date, { timeZone, language }: DateTimeProps['page']): string {
  const zone = isTimeZone(timeZone) ? timeZone : UTC;
  if (language !== DEFAULT_LANGUAGE) return formatTimeIn(language, at, zone);
  const text = formatZonedTime(at, zone);
  return zone === UTC ? text : `${text} (${formatOffset(at, zone)})`;
}

/** A date in the seller's time zone and language; the script converts it to those of the visitor. */
const DateTime = ({ text, at, page }: DateTimeProps) => (
  <p className="co-when">
    <RichText
      text={text}
      tags={{
        time: () => (
          <time dateTime={at} lang={getSellerLang(page)}>
            {formatDateTime(new Date(at), page)}
          </time>
        ),
      }}
    />
  </p>
);

/** Returns the URL of the server clock; previews have none. */
const getClockUrl = (slug: string | undefined) => slug && `/c/${slug}/now`;

const messages = checkoutPageMessages.countdown;

const END_TEXTS: Record<CountdownEnd, string> = {
  nothing: messages.ends,
  price: messages.priceEnds,
  close: messages.pageCloses,
};

type CountdownProps = Pick<CheckoutPageProps, 'config' | 'countdownOver' | 'now' | 'pay'>;

/** Countdown to the end of an offer. The end is the same for all buyers, and nothing is stored per visitor. */
export function Countdown({ config, countdownOver, now, pay }: CountdownProps) {
  const { enabled, endsAt, text, textAfter, atEnd } = config.countdown;
  if (!enabled || !endsAt) return null;
  const after = textAfter.trim();
  if (countdownOver)
    return (
      after && (
        <p className="co-count" data-field="countdown" dir="auto" lang={getSellerLang(config)}>
          {after}
        </p>
      )
    );
  const until = Date.parse(endsAt);
  return (
    <div
      className="co-count"
      data-field="countdown"
      data-until={until}
      data-end={atEnd}
      data-clock-url={getClockUrl(pay?.slug)}
    >
      {text.trim() && (
        <p dir="auto" lang={getSellerLang(config)}>
          {text.trim()}
        </p>
      )}
      <Clock until={until} now={now} />
      <DateTime text={END_TEXTS[atEnd]} at={endsAt} page={config} />
      {pay && (
        <p data-part="after" dir="auto" lang={getSellerLang(config)} hidden>
          {after}
        </p>
      )}
    </div>
  );
}

type OpeningCountdownProps = {
  page: Pick<PublicCheckoutConfig, 'availability' | 'timeZone' | 'language'>;
  slug: string | undefined;
  now?: number | undefined;
};

/** Countdown to the opening of the page. */
export function OpeningCountdown({ page, slug, now }: OpeningCountdownProps) {
  const { opensAt } = page.availability;
  if (!opensAt) return null;
  const until = Date.parse(opensAt);
  return (
    <div className="co-count" data-until={until} data-end="close" data-clock-url={getClockUrl(slug)}>
      <Clock until={until} now={now} />
      <DateTime text={messages.opens} at={opensAt} page={page} />
    </div>
  );
}
