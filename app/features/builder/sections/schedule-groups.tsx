import { getDateLocale, getReaderLanguage } from '#app/components/utils/reader-formats.ts';
import { builderScheduleMessages } from '#content/messages/builder-schedule.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { parsePrice } from '#domain/money.ts';
import { MAX_OFFER_TEXT_LENGTH } from '#domain/offer.ts';
import { formatZonedTime } from '#domain/zoned-time.ts';

import { ConfigSelect, FieldHelp, Group, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { ConfigAmountField, ConfigTextField } from '../fields/builder-text-field.tsx';
import { CountField } from '../fields/count-field.tsx';
import { ConfigDateTimeField } from '../fields/date-time-field.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { useNow } from '../fields/use-now.ts';
import { useBuilder, useConfigValue } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';

const { countdown: countdownMessages, availability: availabilityMessages } = builderScheduleMessages;

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relativeTimeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Formats a relative time: `in 9 days`, `2 hours ago`, `now`. */
export function formatRelativeTime(at: Date, now: Date): string {
  const distanceMs = at.getTime() - now.getTime();
  const [unit, unitMs] = UNITS.find(([, thresholdMs]) => Math.abs(distanceMs) >= thresholdMs) ?? [];
  return unit ? relativeTimeFormat.format(Math.trunc(distanceMs / unitMs), unit) : 'now';
}

function describeConsequence({ countdown, ...config }: CheckoutPageConfig, isOver: boolean): string {
  const messages = countdownMessages.description;
  if (countdown.atEnd === 'close') return isOver ? messages.closed : messages.willClose;
  if (countdown.atEnd === 'nothing') return isOver ? messages.changedText : messages.willChangeText;
  const price = countdown.priceAfter.trim();
  if (price === '' || 'error' in parsePrice(price, config.currency)) return messages.priceMissing;
  const priceText = formatPrice({ ...config, price });
  return isOver ? messages.changedPrice({ price: priceText }) : messages.willChangePrice({ price: priceText });
}

/** Describes when a countdown ends and what happens then; null without an end. */
export function describeCountdown(config: CheckoutPageConfig, zone: string, now: Date): string | null {
  const { endsAt } = config.countdown;
  if (endsAt === null) return null;
  const at = new Date(endsAt);
  const isOver = at <= now;
  const { ended, ends } = countdownMessages.description;
  const end = (isOver ? ended : ends)({
    time: formatZonedTime(at, zone, getDateLocale(getReaderLanguage())),
    distance: formatRelativeTime(at, now),
  });
  return `${end} ${describeConsequence(config, isOver)}`;
}

type Describe = (values: { time: string; distance: string }) => string;

/** Describes when the page is open for sale; null if it always is. */
export function describeSchedule({ availability }: CheckoutPageConfig, zone: string, now: Date): string | null {
  const { opensAt, closesAt } = availability;
  const messages = availabilityMessages.description;
  const describe = ([past, future]: readonly [Describe, Describe], instant: string | null): string[] => {
    if (instant === null) return [];
    const at = new Date(instant);
    return [
      (at <= now ? past : future)({
        time: formatZonedTime(at, zone, getDateLocale(getReaderLanguage())),
        distance: formatRelativeTime(at, now),
      }),
    ];
  };
  const sentences = [
    ...describe([messages.opened, messages.opens], opensAt),
    ...describe([messages.closed, messages.closes], closesAt),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}

const ENDS = [
  { value: 'nothing', label: countdownMessages.atEnd.nothing },
  { value: 'close', label: countdownMessages.atEnd.close },
  { value: 'price', label: countdownMessages.atEnd.price },
] as const;

function CountdownFields() {
  const { config } = useBuilder();
  const { endsAt, atEnd } = config.countdown;
  const description = describeCountdown(config, getPageTimeZone(config), useNow());
  return (
    <>
      <ConfigDateTimeField field="countdown.endsAt" label={countdownMessages.endsAt} defaultTime="23:59" />
      <TimeZoneField referenceTime={endsAt} />
      <ConfigSelect field="countdown.atEnd" label={countdownMessages.atEnd.label} options={ENDS} />
      {atEnd === 'price' && <ConfigAmountField field="countdown.priceAfter" label={countdownMessages.priceAfter} />}
      {description && <p className="setting-description small">{description}</p>}
      <ConfigTextField
        field="countdown.text"
        label={countdownMessages.text}
        limit={MAX_OFFER_TEXT_LENGTH}
        placeholder={countdownMessages.textPlaceholder}
      />
      <ConfigTextField
        field="countdown.textAfter"
        label={countdownMessages.textAfter}
        limit={MAX_OFFER_TEXT_LENGTH}
        hint={countdownMessages.textAfterHint}
      />
    </>
  );
}

/** Settings of the countdown. Its end is the same instant for all buyers and never restarts per visitor. */
export function CountdownGroup() {
  const { enabled } = useBuilder().config.countdown;
  return (
    <Group title={countdownMessages.title}>
      <ConfigSwitch
        path="countdown.enabled"
        field="countdown"
        label={countdownMessages.enable}
        hint={countdownMessages.hint}
      />
      {enabled && <CountdownFields />}
      <FieldHelp field="countdown" />
    </Group>
  );
}

/** One digit more than the maximum of a million, so that validation can report the excess. */
const MAX_STOCK_DIGITS = 8;

/** Describes how much of the stock in the form is sold, reserved and left. */
function StockUsage() {
  const { config, counts } = useBuilder();
  const { stock } = config.availability;
  if (!counts) {
    if (stock === null) return availabilityMessages.stock.unlimitedHint;
    return config.quantity.enabled ? availabilityMessages.stock.unitsHint : availabilityMessages.stock.limitedHint;
  }
  const { sold, reserved } = counts;
  if (stock === null) return availabilityMessages.stock.usage({ sold, reserved });
  return availabilityMessages.stock.usageWithLeft({ sold, reserved, left: Math.max(0, stock - sold - reserved) });
}

function StockFields() {
  const [stock, setStock] = useConfigValue('availability.stock');
  return (
    <>
      <CountField
        {...useFieldState('availability.stock')}
        label={availabilityMessages.stock.label}
        count={stock}
        maxDigits={MAX_STOCK_DIGITS}
        onCountChange={(count) => setStock(count, 'availability.stock')}
        hint={<StockUsage />}
      />
      {stock !== null && (
        <ConfigSwitch
          path="availability.showStock"
          label={availabilityMessages.stock.show}
          hint={availabilityMessages.stock.showHint}
        />
      )}
    </>
  );
}

/** Texts for closed states; only those that buyers may get to see. */
function AvailabilityTexts() {
  const { countdown, availability } = useBuilder().config;
  const { opensAt, closesAt, stock } = availability;
  const closes = closesAt !== null || (countdown.enabled && countdown.atEnd === 'close');
  const texts = [
    { name: 'earlyText', label: availabilityMessages.texts.early, isNeeded: opensAt !== null },
    { name: 'closedText', label: availabilityMessages.texts.closed, isNeeded: closes },
    { name: 'soldOutText', label: availabilityMessages.texts.soldOut, isNeeded: stock !== null },
  ] as const;
  return texts
    .filter(({ name, isNeeded }) => isNeeded || availability[name] !== '')
    .map(({ name, label }) => (
      <ConfigTextField
        key={name}
        field={`availability.${name}`}
        label={label}
        rows={2}
        limit={MAX_OFFER_TEXT_LENGTH}
        hint={availabilityMessages.texts.hint}
      />
    ));
}

export function AvailabilityGroup() {
  const { config } = useBuilder();
  const { opensAt, closesAt } = config.availability;
  const description = describeSchedule(config, getPageTimeZone(config), useNow());
  return (
    <Group title={availabilityMessages.title}>
      <ConfigDateTimeField field="availability.opensAt" label={availabilityMessages.opensAt} defaultTime="00:00" />
      <ConfigDateTimeField field="availability.closesAt" label={availabilityMessages.closesAt} defaultTime="23:59" />
      <TimeZoneField id={getFieldId('timeZone')} referenceTime={opensAt ?? closesAt} />
      {description && <p className="setting-description small">{description}</p>}
      <StockFields />
      <AvailabilityTexts />
      <FieldHelp field="availability" />
    </Group>
  );
}
