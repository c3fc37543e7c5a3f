import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { CountdownEnd } from '#domain/offer.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import { offsetText, zonedText } from '#domain/zoned-time.ts';

import type { CheckoutPageProps } from './checkout-page-props.ts';
import { CLOCK_PARTS, countdownLeft, countText, unitText } from './countdown-left.ts';

/** The remaining time. Space is reserved until the script fills it in; without script it is hidden. */
function Clock({ until, now }: { until: number; now: number | undefined }) {
  const left = countdownLeft(now === undefined ? 0 : until - now);
  return (
    <p className="co-clock" role="timer" data-state={now === undefined ? 'waiting' : undefined}>
      {CLOCK_PARTS.map((part, place) => (
        <span key={part} data-unit={part}>
          <b>{countText(left[place] ?? 0, place)}</b> <span>{unitText(left[place] ?? 0, part)}</span>
        </span>
      ))}
    </p>
  );
}

type MomentProps = { words: string; at: string; timeZone: string };

const UTC = 'UTC';

/** Formats a date with its UTC offset, because not all buyers know that of the zone. */
function momentText(at: Date, timeZone: string): string {
  const zone = isTimeZone(timeZone) ? timeZone : UTC;
  const text = zonedText(at, zone);
  return zone === UTC ? text : `${text} (${offsetText(at, zone)})`;
}

/** A date in the seller's time zone; the script converts it to that of the visitor. */
const Moment = ({ words, at, timeZone }: MomentProps) => (
  <p className="co-when">
    {words} <time dateTime={at}>{momentText(new Date(at), timeZone)}</time>
  </p>
);

/** Returns the URL of the server clock; previews have none. */
const clockDoor = (slug: string | undefined) => slug && `/c/${slug}/now`;

const WORDS: Record<CountdownEnd, string> = {
  nothing: 'Ends on',
  price: 'This price ends on',
  close: 'This page closes on',
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
        <p className="co-count" data-field="countdown" dir="auto">
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
      data-door={clockDoor(pay?.slug)}
    >
      {text.trim() && <p dir="auto">{text.trim()}</p>}
      <Clock until={until} now={now} />
      <Moment words={WORDS[atEnd]} at={endsAt} timeZone={config.timeZone} />
      {pay && (
        <p data-part="after" dir="auto" hidden>
          {after}
        </p>
      )}
    </div>
  );
}

type OpeningProps = {
  page: Pick<PublicCheckoutConfig, 'availability' | 'timeZone'>;
  slug: string | undefined;
  now?: number | undefined;
};

/** Countdown to the opening of the page. */
export function Opening({ page, slug, now }: OpeningProps) {
  const { opensAt } = page.availability;
  if (!opensAt) return null;
  const until = Date.parse(opensAt);
  return (
    <div className="co-count" data-until={until} data-end="close" data-door={clockDoor(slug)}>
      <Clock until={until} now={now} />
      <Moment words="Opens on" at={opensAt} timeZone={page.timeZone} />
    </div>
  );
}
