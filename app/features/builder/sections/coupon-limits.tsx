import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';

import { builderOfferMessages } from '#content/messages/builder-offer.ts';

import { AMOUNT_INPUT, FormTextField } from '../fields/builder-text-field.tsx';
import { DateTimeField } from '../fields/date-time-field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { useBuilder, useCurrencySign } from '../state/builder-context.ts';
import { keepWallTime, getPageTimeZone } from '../state/page-time-zone.ts';
import { hasLimits, type CouponFormField, type CouponFormValues, type CouponParseResult } from './parse-coupon.ts';

const messages = builderOfferMessages.coupons.limitFields;

type Props = {
  values: CouponFormValues;
  error: CouponParseResult['error'];
  change: (changes: Partial<CouponFormValues>) => void;
};

const DATES = [
  { field: 'startsAt', label: messages.startsAt, defaultTime: '00:00' },
  { field: 'endsAt', label: messages.endsAt, defaultTime: '23:59' },
] as const;

const getFieldError = (error: Props['error'], field: CouponFormField) =>
  error?.field === field ? error.message : null;

/** Start and end date of the coupon. */
function DateFields({ values, error, change }: Props) {
  const zone = getPageTimeZone(useBuilder().config);
  const id = useId();
  const { startsAt, endsAt } = values;
  return (
    <>
      {DATES.map(({ field, ...labels }) => (
        <DateTimeField
          key={field}
          {...labels}
          id={`${id}-${field}`}
          name={field}
          zone={zone}
          value={values[field]}
          error={getFieldError(error, field)}
          onChange={(instant) => change({ [field]: instant })}
        />
      ))}
      <TimeZoneField
        referenceTime={startsAt ?? endsAt}
        onZoneChange={(from, to) =>
          change({
            startsAt: startsAt && keepWallTime(startsAt, from, to),
            endsAt: endsAt && keepWallTime(endsAt, from, to),
          })
        }
      />
    </>
  );
}

const USE_LIMITS = [
  { field: 'limit', label: messages.limit, hint: undefined },
  { field: 'perBuyer', label: messages.perBuyer, hint: messages.hint },
] as const;

/** Usage limits and minimum price of the coupon. */
function CountFields({ values, error, change }: Props) {
  return (
    <>
      <div className="row2 align-start">
        {USE_LIMITS.map(({ field, label, hint }) => (
          <FormTextField
            key={field}
            label={label}
            name={field}
            {...AMOUNT_INPUT}
            className="in num"
            inputMode="numeric"
            placeholder={messages.unlimited}
            error={getFieldError(error, field)}
            hint={hint}
            value={values[field]}
            onValueChange={(text) => change({ [field]: text })}
          />
        ))}
      </div>
      <FormTextField
        label={messages.minimum}
        name="minimum"
        prefix={useCurrencySign()}
        {...AMOUNT_INPUT}
        placeholder={messages.noMinimum}
        error={getFieldError(error, 'minimum')}
        value={values.minimum}
        onValueChange={(minimum) => change({ minimum })}
      />
    </>
  );
}

/** Limits of a coupon; collapsed while none is set. */
export function CouponLimits(props: Props) {
  const { values, error } = props;
  const [open, setOpen] = useState(() => hasLimits(values));
  const hasErrorInside = error !== undefined && error.field !== 'code' && error.field !== 'discount';
  const isOpen = open || hasErrorInside;
  return (
    <details className="coupon-limits" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight className="i" aria-hidden="true" />
        {messages.title}
        <span className="hint">{hasLimits(values) ? messages.summarySet : messages.summary}</span>
      </summary>
      {isOpen && (
        <div className="coupon-limits__content">
          <DateFields {...props} />
          <CountFields {...props} />
        </div>
      )}
    </details>
  );
}
