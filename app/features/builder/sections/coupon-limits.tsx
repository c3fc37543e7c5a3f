import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';

import { Field } from '#app/components/field.tsx';
import { getCurrency } from '#domain/currencies.ts';

import { DateTimeField } from '../fields/date-time-field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { keepWallTime, getPageTimeZone } from '../state/page-time-zone.ts';
import { hasLimits, type CouponFormValues, type CouponParseResult } from './parse-coupon.ts';

type Props = {
  values: CouponFormValues;
  error: CouponParseResult['error'];
  change: (changes: Partial<CouponFormValues>) => void;
};

/** Start and end date of the coupon. */
function DateFields({ values, error, change }: Props) {
  const zone = getPageTimeZone(useBuilder().config);
  const id = useId();
  const { startsAt, endsAt } = values;
  return (
    <>
      <DateTimeField
        id={`${id}-starts`}
        label="Starts"
        name="startsAt"
        defaultTime="00:00"
        value={startsAt}
        zone={zone}
        error={error?.field === 'startsAt' ? error.message : null}
        onChange={(instant) => change({ startsAt: instant })}
      />
      <DateTimeField
        id={`${id}-ends`}
        label="Ends"
        name="endsAt"
        defaultTime="23:59"
        value={endsAt}
        zone={zone}
        error={error?.field === 'endsAt' ? error.message : null}
        onChange={(instant) => change({ endsAt: instant })}
      />
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
  const { symbol, code } = getCurrency(useBuilder().config.currency);
  const errorFor = (field: keyof CouponFormValues) => (error?.field === field ? error.message : null);
  const inputProps = { autoComplete: 'off', maxLength: 40 } as const;
  return (
    <>
      <div className="row2 align-start">
        {USE_LIMITS.map(({ field, label }) => (
          <Field key={field} label={label} error={errorFor(field)}>
            {(fieldProps) => (
              <input
                {...fieldProps}
                {...inputProps}
                className="in num"
                name={field}
                inputMode="numeric"
                placeholder="no limit"
                value={values[field]}
                onChange={({ target }) => change({ [field]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Field
        label="Least price"
        error={errorFor('minimum')}
        hint="A limit per buyer asks for their e-mail address before they pay."
      >
        {(fieldProps) => (
          <div className="affix" data-invalid={fieldProps['aria-invalid']}>
            <span aria-hidden="true">{symbol || code}</span>
            <input
              {...fieldProps}
              {...inputProps}
              className="in"
              name="minimum"
              inputMode="decimal"
              placeholder="any"
              value={values.minimum}
              onChange={({ target }) => change({ minimum: target.value })}
            />
          </div>
        )}
      </Field>
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
