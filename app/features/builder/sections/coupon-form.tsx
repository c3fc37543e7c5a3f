import { ChevronRight } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';

import { Button } from '#app/components/button.tsx';
import { HelpText } from '#app/components/field.tsx';
import { Select, type SelectOption } from '#app/components/select.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { builderCouponMessages } from '#content/messages/builder-coupons.ts';
import { MAX_BATCH_PREFIX } from '#domain/coupon-batch.ts';
import { MAX_COUPON_NOTE, type Coupon } from '#domain/coupon.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import { listPriceOptions } from '#domain/offer.ts';
import { getPageName } from '#domain/page-name.ts';

import { AMOUNT_INPUT, FormTextField } from '../fields/builder-text-field.tsx';
import { DateTimeField } from '../fields/date-time-field.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { useEscape } from '../fields/use-escape.ts';
import { useBuilder, useCurrencySign } from '../state/builder-context.ts';
import { keepWallTime, getPageTimeZone } from '../state/page-time-zone.ts';
import { getEntryKey, usePendingEntry, useRestoredState } from '../state/pending-entries.ts';
import {
  hasLimits,
  isBlankCoupon,
  toCouponFormValues,
  parseCoupon,
  EMPTY_COUPON,
  type CouponFormValues,
  type CouponParseResult,
} from './parse-coupon.ts';

const { form: messages, limitFields: limitMessages } = builderCouponMessages;

const MAX_CODE_LENGTH = 40;
/** Maximum input length, above the limit that validation reports. */
const MAX_INPUT_LENGTH = 200;

type FieldsProps = {
  values: CouponFormValues;
  error: CouponParseResult['error'];
  change: (changes: Partial<CouponFormValues>) => void;
};

const getFieldError = (error: FieldsProps['error'], field: keyof Coupon) =>
  error?.field === field ? error.message : null;

type CouponTextField = 'code' | 'discount' | 'limit' | 'perBuyer' | 'minimum' | 'payments' | 'note';

/** Returns the props that bind a text field to a value of the form. */
const bindText = ({ values, error, change }: FieldsProps, field: CouponTextField) => ({
  name: field,
  value: values[field],
  error: getFieldError(error, field),
  onValueChange: (text: string) => change({ [field]: text }),
});

const toOptions = <Value extends string>(labels: Readonly<Record<Value, string>>): SelectOption<Value>[] =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));

/** The discount error is shown below both fields, because half a row is too narrow for it. */
function CouponFields(props: FieldsProps) {
  const { values, change } = props;
  const { currency, bumps } = useBuilder().config;
  const discount = bindText(props, 'discount');
  const discountId = useId();
  const isBatch = values.codes === 'many';
  return (
    <>
      <Select
        label={messages.codes.label}
        value={values.codes}
        options={[
          { value: 'one', label: messages.codes.one },
          { value: 'many', label: messages.codes.many },
        ]}
        onChange={(codes) => change({ codes })}
      />
      <FormTextField
        {...bindText(props, 'code')}
        label={isBatch ? messages.prefix : messages.code}
        className="in coupon-form__code"
        limit={isBatch ? MAX_BATCH_PREFIX : MAX_CODE_LENGTH}
        maxLength={MAX_INPUT_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onValueChange={(code) => change({ code: code.toUpperCase() })}
      />
      <div className="row2 align-start">
        <FormTextField
          {...discount}
          id={discountId}
          label={messages.discount}
          hideHelp
          className="in num"
          inputMode="decimal"
          autoComplete="off"
          maxLength={MAX_INPUT_LENGTH}
        />
        <Select
          label={messages.type}
          value={values.type}
          options={[
            { value: 'percentage', label: messages.percentage },
            { value: 'fixed', label: messages.fixed({ currency }) },
          ]}
          onChange={(type) => change({ type })}
        />
      </div>
      <HelpText id={`${discountId}-more`} error={discount.error} />
      {(bumps.items.length > 0 || values.scope === 'all') && (
        <Select
          label={messages.scope.label}
          value={values.scope}
          options={[
            { value: 'product', label: messages.scope.product },
            { value: 'all', label: messages.scope.all },
          ]}
          onChange={(scope) => change({ scope })}
        />
      )}
    </>
  );
}

const DATES = [
  { field: 'startsAt', label: limitMessages.startsAt, defaultTime: '00:00' },
  { field: 'endsAt', label: limitMessages.endsAt, defaultTime: '23:59' },
] as const;

function DateFields({ values, error, change }: FieldsProps) {
  const zone = getPageTimeZone(useBuilder().config);
  const { startsAt, endsAt } = values;
  return (
    <>
      {DATES.map(({ field, ...labels }) => (
        <DateTimeField
          key={field}
          {...labels}
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
  { field: 'limit', label: limitMessages.limit, hint: undefined },
  { field: 'perBuyer', label: limitMessages.perBuyer, hint: limitMessages.hint },
] as const;

/** Usage limits and minimum price of the coupon. Single-use codes have no limits of uses. */
function CountFields(props: FieldsProps) {
  return (
    <>
      {props.values.codes === 'one' && (
        <div className="row2 align-start">
          {USE_LIMITS.map(({ field, label, hint }) => (
            <FormTextField
              key={field}
              {...AMOUNT_INPUT}
              {...bindText(props, field)}
              label={label}
              hint={hint}
              className="in num"
              inputMode="numeric"
              placeholder={limitMessages.unlimited}
            />
          ))}
        </div>
      )}
      <FormTextField
        {...AMOUNT_INPUT}
        {...bindText(props, 'minimum')}
        label={limitMessages.minimum}
        prefix={useCurrencySign()}
        placeholder={limitMessages.noMinimum}
      />
    </>
  );
}

/** How many payments of a subscription the coupon lowers. */
function DurationFields(props: FieldsProps) {
  const { values, change } = props;
  const isSubscription = listPriceOptions(useBuilder().config).some(
    ({ paymentType }) => paymentType === 'subscription',
  );
  if (!isSubscription && values.duration === 'all') return null;
  const { label, ...options } = limitMessages.duration;
  return (
    <>
      <Select
        label={label}
        name="duration"
        value={values.duration}
        options={toOptions(options)}
        onChange={(duration) => change({ duration })}
      />
      {values.duration === 'several' && (
        <FormTextField
          {...AMOUNT_INPUT}
          {...bindText(props, 'payments')}
          label={limitMessages.payments}
          className="in num"
          inputMode="numeric"
        />
      )}
    </>
  );
}

/** Lists the seller's pages. A chosen page that is not among them was deleted, or the coupon was imported. */
function PageSelect({ values, error, change }: FieldsProps) {
  const { data } = useRpcQuery('list-pages', {}, { refetchOnWindowFocus: false });
  const messagesOfPage = limitMessages.buyersOf;
  const pages = data?.pages.map((page) => ({ value: page.id, label: getPageName(page) })) ?? [];
  const isGone = data && values.buyersOf !== '' && pages.every(({ value }) => value !== values.buyersOf);
  return (
    <Select
      label={messagesOfPage.label}
      name="buyersOf"
      value={values.buyersOf}
      error={getFieldError(error, 'buyersOf')}
      options={[
        { value: '', label: messagesOfPage.choose },
        ...(isGone ? [{ value: values.buyersOf, label: messagesOfPage.gone }] : []),
        ...pages,
      ]}
      onChange={(buyersOf) => change({ buyersOf })}
    />
  );
}

function BuyersFields(props: FieldsProps) {
  const { values, change } = props;
  const { label, hint, ...options } = limitMessages.buyers;
  return (
    <>
      <Select
        label={label}
        name="buyers"
        value={values.buyers}
        hint={values.buyers === 'all' ? undefined : hint}
        options={toOptions(options)}
        onChange={(buyers) => change({ buyers })}
      />
      {values.buyers === 'page' && <PageSelect {...props} />}
    </>
  );
}

/** Limits of a coupon; collapsed while none is set. */
function CouponLimits(props: FieldsProps) {
  const { values, error } = props;
  const [open, setOpen] = useState(() => hasLimits(values));
  const hasErrorInside = error !== undefined && error.field !== 'code' && error.field !== 'discount';
  const isOpen = open || hasErrorInside;
  return (
    <details className="form-disclosure" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight className="i" aria-hidden="true" />
        {limitMessages.title}
        <span className="hint">{hasLimits(values) ? limitMessages.summarySet : limitMessages.summary}</span>
      </summary>
      {isOpen && (
        <div className="form-disclosure__content">
          <DateFields {...props} />
          <CountFields {...props} />
          <DurationFields {...props} />
          <BuyersFields {...props} />
          <FormTextField
            {...bindText(props, 'note')}
            label={limitMessages.note}
            hint={limitMessages.noteHint}
            limit={MAX_COUPON_NOTE}
            optional
          />
        </div>
      )}
    </details>
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
  const [values, setValues] = useRestoredState(
    getEntryKey('validCoupons', edited?.coupon),
    edited ? toCouponFormValues(edited.coupon) : EMPTY_COUPON,
  );
  const [error, setError] = useState<CouponParseResult['error']>();
  /** Number of coupons added; a change resets the collapsed limits. */
  const [addedCount, setAddedCount] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onCancel);
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  function addCoupon(): boolean {
    const result = parseCoupon(values, config, edited?.index);
    setError(result.error);
    if (result.error) {
      // Limits that were collapsed exist in the DOM only after the next render.
      requestAnimationFrame(() => focus(result.error.field));
      return false;
    }
    onDone(result.coupon);
    if (edited) return true;
    setValues({ ...EMPTY_COUPON, type: values.type });
    setAddedCount(addedCount + 1);
    return true;
  }
  const hasChanges = edited ? !isDeepEqual(values, toCouponFormValues(edited.coupon)) : !isBlankCoupon(values);
  usePendingEntry('validCoupons', hasChanges, addCoupon, values, edited?.coupon);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (addCoupon() && !edited) focus('code');
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
