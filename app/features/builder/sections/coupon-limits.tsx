import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';

import { AMOUNT_INPUT, FormTextField } from '../fields/builder-text-field.tsx';
import { DateTimeField } from '../fields/date-time-field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { useBuilder, useCurrencySign } from '../state/builder-context.ts';
import { keepWallTime, getPageTimeZone } from '../state/page-time-zone.ts';
import { hasLimits, type CouponFormField, type CouponFormValues, type CouponParseResult } from './parse-coupon.ts';

type Props = {
  values: CouponFormValues;
  error: CouponParseResult['error'];
  change: (changes: Partial<CouponFormValues>) => void;
};

const DATES = [
  { field: 'startsAt', label: 'Starts', defaultTime: '00:00' },
  { field: 'endsAt', label: 'Ends', defaultTime: '23:59' },
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
  { field: 'limit', label: 'Uses in all' },
  { field: 'perBuyer', label: 'Uses per buyer' },
] as const;

/** Usage limits and minimum price of the coupon. */
function CountFields({ values, error, change }: Props) {
  return (
    <>
      <div className="row2 align-start">
        {USE_LIMITS.map(({ field, label }) => (
          <FormTextField
            key={field}
            label={label}
            name={field}
            {...AMOUNT_INPUT}
            className="in num"
            inputMode="numeric"
            placeholder="no limit"
            error={getFieldError(error, field)}
            value={values[field]}
            onValueChange={(text) => change({ [field]: text })}
          />
        ))}
      </div>
      <FormTextField
        label="Least price"
        name="minimum"
        prefix={useCurrencySign()}
        {...AMOUNT_INPUT}
        placeholder="any"
        error={getFieldError(error, 'minimum')}
        hint="A limit per buyer asks for their e-mail address before they pay."
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
        Limits
        <span className="hint">{hasLimits(values) ? 'some set' : 'dates, uses, least price'}</span>
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
