import { X } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';

import type { Coupon } from '#domain/coupon.ts';
import { currencyOf } from '#domain/currencies.ts';

import { Field } from '#app/ui/field.tsx';
import { Key } from '#app/ui/key.tsx';
import { toast } from '#app/ui/toast.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, Group, idOf } from './builder-field.tsx';
import { couponOfEntry, type CouponEntry, type CouponVerdict } from './coupon-entry.ts';
import { SwitchField } from './switch-field.tsx';

const EMPTY: CouponEntry = { code: '', discount: '', type: 'percentage' };

/** `10 % off`, `$5 off`. */
function worthOf({ discount, type }: Coupon, currency: string): string {
  return type === 'percentage' ? `${discount} % off` : `${currencyOf(currency).symbol}${discount} off`;
}

function CouponRow({ coupon, place, onRemove }: { coupon: Coupon; place: number; onRemove: () => void }) {
  const { config, problemOf } = useBuilder();
  const field = `validCoupons.${place}`;
  const problem = problemOf(field);
  return (
    <li>
      <div className="b-entry">
        <span className="b-coupon">
          <b className="receipt-type">{coupon.code}</b>
          <span className="dots" aria-hidden="true" />
          <span className="num">{worthOf(coupon, config.currency)}</span>
        </span>
        <Key
          kind="bare"
          size="sm"
          className="icon"
          id={idOf(field)}
          aria-label={`Remove: ${coupon.code}`}
          aria-describedby={problem ? `${idOf(field)}-more` : undefined}
          onClick={onRemove}
        >
          <X className="i" aria-hidden="true" />
        </Key>
      </div>
      {problem && <ErrorLine id={`${idOf(field)}-more`}>{problem}</ErrorLine>}
    </li>
  );
}

type FormProps = {
  entry: CouponEntry;
  problem: CouponVerdict['problem'];
  change: (part: Partial<CouponEntry>) => void;
};

/** The sentence about the discount stands under both of its fields: half a row is too narrow for it. */
function CouponFields({ entry, problem, change }: FormProps) {
  const { currency } = useBuilder().config;
  const codeError = problem?.at === 'code' ? problem.message : null;
  const discountError = problem?.at === 'discount' ? problem.message : null;
  const errorId = useId();
  return (
    <>
      <Field label="Code" error={codeError}>
        {(wiring) => (
          <input
            {...wiring}
            className="in b-code"
            name="code"
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={entry.code}
            onChange={(event) => change({ code: event.target.value.toUpperCase() })}
          />
        )}
      </Field>
      <div className="row2 b-top">
        <Field label="Discount">
          {({ id }) => (
            <input
              id={id}
              className="in num"
              name="discount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              aria-invalid={discountError ? true : undefined}
              aria-describedby={discountError ? errorId : undefined}
              value={entry.discount}
              onChange={(event) => change({ discount: event.target.value })}
            />
          )}
        </Field>
        <Field label="Type">
          {(wiring) => (
            <select
              {...wiring}
              className="in"
              value={entry.type}
              onChange={(event) => change({ type: event.target.value === 'fixed' ? 'fixed' : 'percentage' })}
            >
              <option value="percentage">Percentage, %</option>
              <option value="fixed">Fixed, {currency}</option>
            </select>
          )}
        </Field>
      </div>
      {discountError && <ErrorLine id={errorId}>{discountError}</ErrorLine>}
    </>
  );
}

function CouponForm() {
  const { config, dispatch } = useBuilder();
  const [entry, setEntry] = useState(EMPTY);
  const [problem, setProblem] = useState<CouponVerdict['problem']>();
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  function add(event: FormEvent) {
    event.preventDefault();
    const verdict = couponOfEntry(entry, config);
    setProblem(verdict.problem);
    if (verdict.problem) return focus(verdict.problem.at);
    dispatch({ type: 'addCoupon', coupon: verdict.coupon });
    toast({ title: 'Coupon added', message: `Buyers can use ${verdict.coupon.code} once you publish.` });
    setEntry({ ...EMPTY, type: entry.type });
    focus('code');
  }
  const change = (part: Partial<CouponEntry>) => {
    setEntry((before) => ({ ...before, ...part }));
    setProblem(undefined);
  };

  return (
    <form className="b-inset" ref={form} onSubmit={add} aria-label="New coupon" noValidate>
      <CouponFields {...{ entry, problem, change }} />
      <Key type="submit" className="b-start">
        Add
      </Key>
    </form>
  );
}

export function CouponsGroup() {
  const { config, set, dispatch } = useBuilder();
  const { enableCoupon, validCoupons } = config;
  const off = !enableCoupon && validCoupons.length > 0;
  return (
    <Group title="Coupons">
      <SwitchField
        id={idOf('enableCoupon')}
        label="Enable coupon"
        hint={off ? 'Kept, but buyers cannot use them.' : 'Buyers get a box for a code above the pay button.'}
        checked={enableCoupon}
        onChange={(checked) => set('enableCoupon', checked)}
      />
      {validCoupons.length > 0 && (
        <ul className="b-entries" id={idOf('validCoupons')} tabIndex={-1}>
          {validCoupons.map((coupon, place) => (
            <CouponRow
              key={`${place} ${coupon.code}`}
              {...{ coupon, place }}
              onRemove={() => {
                dispatch({ type: 'removeCoupon', place });
                document.getElementById(idOf('enableCoupon'))?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <FieldMore field="validCoupons" />
      {enableCoupon && <CouponForm />}
    </Group>
  );
}
