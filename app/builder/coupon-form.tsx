import { useId, useRef, useState, type FormEvent } from 'react';

import type { Coupon } from '#domain/coupon.ts';

import { Field } from '#app/ui/field.tsx';
import { Key } from '#app/ui/key.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine } from './builder-field.tsx';
import {
  couponEntryOf,
  couponOfEntry,
  EMPTY_COUPON,
  type CouponEntry,
  type CouponVerdict,
} from './coupon-entry.ts';
import { CouponLimits } from './coupon-limits.tsx';
import { Counter } from './typed-field.tsx';
import { useEscape } from './use-escape.ts';

const MAX_CODE = 40;
/** Maximum input length, above the limit that validation reports. */
const MOST = 200;

type FieldsProps = {
  entry: CouponEntry;
  problem: CouponVerdict['problem'];
  change: (part: Partial<CouponEntry>) => void;
};

const CodeField = ({ entry, problem, change }: FieldsProps) => (
  <Field
    label="Code"
    error={problem?.at === 'code' ? problem.message : null}
    aside={<Counter length={entry.code.trim().length} limit={MAX_CODE} />}
  >
    {(wiring) => (
      <input
        {...wiring}
        className="in b-code"
        name="code"
        maxLength={MOST}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={entry.code}
        onChange={(event) => change({ code: event.target.value.toUpperCase() })}
      />
    )}
  </Field>
);

/** The discount error is shown below both fields, because half a row is too narrow for it. */
function CouponFields({ entry, problem, change }: FieldsProps) {
  const { currency } = useBuilder().config;
  const discountError = problem?.at === 'discount' ? problem.message : null;
  const errorId = useId();
  return (
    <>
      <CodeField {...{ entry, problem, change }} />
      <div className="row2 b-top">
        <Field label="Discount">
          {({ id }) => (
            <input
              id={id}
              className="in num"
              name="discount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={MOST}
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

type Props = {
  /** The coupon being edited and its index; undefined for a new coupon. */
  before?: { coupon: Coupon; place: number };
  onDone: (coupon: Coupon) => void;
  onCancel?: () => void;
};

/** Form for a new or an existing coupon. After adding, it stays open for the next one. */
export function CouponForm({ before, onDone, onCancel }: Props) {
  const { config } = useBuilder();
  const [entry, setEntry] = useState(before ? couponEntryOf(before.coupon) : EMPTY_COUPON);
  const [problem, setProblem] = useState<CouponVerdict['problem']>();
  /** Number of coupons added; a change resets the collapsed limits. */
  const [added, setAdded] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onCancel);
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  function submit(event: FormEvent) {
    event.preventDefault();
    const verdict = couponOfEntry(entry, config, before?.place);
    setProblem(verdict.problem);
    // Limits that were collapsed exist in the DOM only after the next render.
    if (verdict.problem) return void requestAnimationFrame(() => focus(verdict.problem.at));
    onDone(verdict.coupon);
    if (before) return;
    setEntry({ ...EMPTY_COUPON, type: entry.type });
    setAdded(added + 1);
    focus('code');
  }
  const change = (part: Partial<CouponEntry>) => {
    setEntry((old) => ({ ...old, ...part }));
    setProblem(undefined);
  };

  return (
    <form
      className="b-inset"
      ref={form}
      onSubmit={submit}
      aria-label={before ? `Coupon ${before.coupon.code}` : 'New coupon'}
      noValidate
    >
      <CouponFields {...{ entry, problem, change }} />
      <CouponLimits key={added} {...{ entry, problem, change }} />
      {onCancel ? (
        <div className="b-ends">
          <Key kind="bare" onClick={onCancel}>
            Cancel
          </Key>
          <Key type="submit">Save coupon</Key>
        </div>
      ) : (
        <Key type="submit" className="b-start">
          Add
        </Key>
      )}
    </form>
  );
}
