import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';

import { currencyOf } from '#domain/currencies.ts';

import { Field } from '#app/ui/field.tsx';

import { useBuilder } from './builder-context.ts';
import { isBounded, type CouponEntry, type CouponVerdict } from './coupon-entry.ts';
import { MomentField } from './moment-field.tsx';
import { sameClock, zoneOfPage } from './page-moments.ts';
import { TimeZoneField } from './time-zone-field.tsx';

type Props = {
  entry: CouponEntry;
  problem: CouponVerdict['problem'];
  change: (part: Partial<CouponEntry>) => void;
};

/** Start and end date of the coupon. */
function DateFields({ entry, problem, change }: Props) {
  const zone = zoneOfPage(useBuilder().config);
  const id = useId();
  const { startsAt, endsAt } = entry;
  return (
    <>
      <MomentField
        id={`${id}-starts`}
        label="Starts"
        name="startsAt"
        usual="00:00"
        value={startsAt}
        zone={zone}
        problem={problem?.at === 'startsAt' ? problem.message : null}
        onChange={(moment) => change({ startsAt: moment })}
      />
      <MomentField
        id={`${id}-ends`}
        label="Ends"
        name="endsAt"
        usual="23:59"
        value={endsAt}
        zone={zone}
        problem={problem?.at === 'endsAt' ? problem.message : null}
        onChange={(moment) => change({ endsAt: moment })}
      />
      <TimeZoneField
        at={startsAt ?? endsAt}
        onTurn={(from, to) =>
          change({
            startsAt: startsAt && sameClock(startsAt, from, to),
            endsAt: endsAt && sameClock(endsAt, from, to),
          })
        }
      />
    </>
  );
}

const USES = [
  { part: 'limit', label: 'Uses in all' },
  { part: 'perBuyer', label: 'Uses per buyer' },
] as const;

/** Usage limits and minimum price of the coupon. */
function CountFields({ entry, problem, change }: Props) {
  const { symbol, code } = currencyOf(useBuilder().config.currency);
  const problemAt = (part: keyof CouponEntry) => (problem?.at === part ? problem.message : null);
  const typed = { autoComplete: 'off', maxLength: 40 } as const;
  return (
    <>
      <div className="row2 b-top">
        {USES.map(({ part, label }) => (
          <Field key={part} label={label} error={problemAt(part)}>
            {(wiring) => (
              <input
                {...wiring}
                {...typed}
                className="in num"
                name={part}
                inputMode="numeric"
                placeholder="no limit"
                value={entry[part]}
                onChange={({ target }) => change({ [part]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Field
        label="Least price"
        error={problemAt('minimum')}
        hint="A limit per buyer asks for their e-mail address before they pay."
      >
        {(wiring) => (
          <div className="affix" data-invalid={wiring['aria-invalid']}>
            <span aria-hidden="true">{symbol || code}</span>
            <input
              {...wiring}
              {...typed}
              className="in"
              name="minimum"
              inputMode="decimal"
              placeholder="any"
              value={entry.minimum}
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
  const { entry, problem } = props;
  const [open, setOpen] = useState(() => isBounded(entry));
  const inside = problem !== undefined && problem.at !== 'code' && problem.at !== 'discount';
  const shown = open || inside;
  return (
    <details className="b-limits" open={shown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight className="i" aria-hidden="true" />
        Limits
        <span className="hint">{isBounded(entry) ? 'some set' : 'dates, uses, least price'}</span>
      </summary>
      {shown && (
        <div className="b-limits-in">
          <DateFields {...props} />
          <CountFields {...props} />
        </div>
      )}
    </details>
  );
}
