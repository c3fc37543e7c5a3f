import { useId, useRef, useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { Field, FieldError } from '#app/components/field.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import type { Coupon } from '#domain/coupon.ts';

import { FormTextField } from '../fields/builder-text-field.tsx';
import { NativeSelect } from '../fields/native-select.tsx';
import { useEscape } from '../fields/use-escape.ts';
import { useBuilder } from '../state/builder-context.ts';
import { CouponLimits } from './coupon-limits.tsx';
import {
  toCouponFormValues,
  parseCoupon,
  EMPTY_COUPON,
  type CouponFormValues,
  type CouponParseResult,
} from './parse-coupon.ts';

const messages = builderOfferMessages.coupons.form;

const MAX_CODE_LENGTH = 40;
/** Maximum input length, above the limit that validation reports. */
const MAX_INPUT_LENGTH = 200;

type FieldsProps = {
  values: CouponFormValues;
  error: CouponParseResult['error'];
  change: (changes: Partial<CouponFormValues>) => void;
};

/** The discount error is shown below both fields, because half a row is too narrow for it. */
function CouponFields({ values, error, change }: FieldsProps) {
  const { currency } = useBuilder().config;
  const discountError = error?.field === 'discount' ? error.message : null;
  const errorId = useId();
  return (
    <>
      <FormTextField
        label={messages.code}
        name="code"
        className="in coupon-form__code"
        error={error?.field === 'code' ? error.message : null}
        limit={MAX_CODE_LENGTH}
        maxLength={MAX_INPUT_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={values.code}
        onValueChange={(code) => change({ code: code.toUpperCase() })}
      />
      <div className="row2 align-start">
        <Field label={messages.discount}>
          {({ id }) => (
            <input
              id={id}
              className="in num"
              name="discount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={MAX_INPUT_LENGTH}
              aria-invalid={discountError ? true : undefined}
              aria-describedby={discountError ? errorId : undefined}
              value={values.discount}
              onChange={(event) => change({ discount: event.target.value })}
            />
          )}
        </Field>
        <Field label={messages.type}>
          {(fieldProps) => (
            <NativeSelect
              {...fieldProps}
              value={values.type}
              options={[
                { value: 'percentage', label: messages.percentage },
                { value: 'fixed', label: messages.fixed({ currency }) },
              ]}
              onValueChange={(type) => change({ type })}
            />
          )}
        </Field>
      </div>
      {discountError && <FieldError id={errorId}>{discountError}</FieldError>}
    </>
  );
}

type Props = {
  /** The coupon being edited and its index; undefined for a new coupon. */
  edited?: { coupon: Coupon; index: number };
  onDone: (coupon: Coupon) => void;
  onCancel?: () => void;
};

/** Form for a new or an existing coupon. After adding, it stays open for the next one. */
export function CouponForm({ edited, onDone, onCancel }: Props) {
  const { config } = useBuilder();
  const [values, setValues] = useState(edited ? toCouponFormValues(edited.coupon) : EMPTY_COUPON);
  const [error, setError] = useState<CouponParseResult['error']>();
  /** Number of coupons added; a change resets the collapsed limits. */
  const [addedCount, setAddedCount] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onCancel);
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  function submit(event: FormEvent) {
    event.preventDefault();
    const result = parseCoupon(values, config, edited?.index);
    setError(result.error);
    // Limits that were collapsed exist in the DOM only after the next render.
    if (result.error) return void requestAnimationFrame(() => focus(result.error.field));
    onDone(result.coupon);
    if (edited) return;
    setValues({ ...EMPTY_COUPON, type: values.type });
    setAddedCount(addedCount + 1);
    focus('code');
  }
  const change = (changes: Partial<CouponFormValues>) => {
    setValues((previous) => ({ ...previous, ...changes }));
    setError(undefined);
  };

  return (
    <form
      className="inset-form"
      ref={form}
      onSubmit={submit}
      aria-label={edited ? messages.editTitle({ code: edited.coupon.code }) : messages.newTitle}
      noValidate
    >
      <CouponFields {...{ values, error, change }} />
      <CouponLimits key={addedCount} {...{ values, error, change }} />
      {onCancel ? (
        <div className="form-actions">
          <Button variant="bare" onClick={onCancel}>
            {messages.cancel}
          </Button>
          <Button type="submit">{messages.save}</Button>
        </div>
      ) : (
        <Button type="submit" className="justify-start">
          {messages.add}
        </Button>
      )}
    </form>
  );
}
