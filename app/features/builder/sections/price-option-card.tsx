import { Field } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Select } from '#app/components/select.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { createPaymentTerms } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { formatWithSymbol, parseChargeablePrice, parsePrice } from '#domain/money.ts';
import { calculateSaving, getOptionName, type PriceOption } from '#domain/offer.ts';
import { findTermsError } from '#domain/payment-terms-fields.ts';

import { FieldHelp, useFieldState } from '../fields/builder-field.tsx';
import { AMOUNT_INPUT, TextControl } from '../fields/builder-text-field.tsx';
import { DragHandle, handleMoveKey, RowButtons, type SortableRow } from '../fields/sortable-list.tsx';
import { useBuilder, useCurrencySign } from '../state/builder-context.ts';
import { BILLINGS, getBillingKey } from './option-billing.ts';
import { PaymentTermsSection, TermsHint } from './payment-terms-section.tsx';

const messages = builderOfferMessages.priceOptions;

const BILLING_LABELS = [
  { value: 'one-time', label: messages.billing.oneTime },
  { value: 'weekly', label: messages.billing.weekly },
  { value: 'monthly', label: messages.billing.monthly },
  { value: 'yearly', label: messages.billing.yearly },
  { value: 'weekly-plan', label: messages.billing.weeklyPlan },
  { value: 'monthly-plan', label: messages.billing.monthlyPlan },
] as const;

/** Shows the price as buyers read it and the saving compared with paying monthly. */
function OptionPriceHint({ option }: { option: PriceOption }) {
  const { config } = useBuilder();
  const price = option.price.trim();
  if (price === '' || 'error' in parsePrice(price, config.currency)) return null;
  const saving = calculateSaving(config, option.id);
  const priceText = formatPrice({ ...completeOption(option), price, currency: config.currency });
  const text = saving
    ? messages.previewWithSaving({
        price: priceText,
        percentage: saving.percentage,
        amount: formatWithSymbol(saving.amount, config.currency),
      })
    : messages.preview({ price: priceText });
  return (
    <>
      <p className="hint">
        <RichText text={text} tags={{ b: (inner) => <b className="text-emphasis">{inner}</b> }} />
      </p>
      <TermsHint optionId={option.id} />
    </>
  );
}

/** The option with the terms that it has without any of its own. */
const completeOption = (option: PriceOption): Required<PriceOption> => ({
  ...option,
  paymentTerms: option.paymentTerms ?? createPaymentTerms(),
});

type Change = (changes: Partial<PriceOption>, typedKey?: string) => void;
type OptionProps = { option: PriceOption; row: SortableRow; change: Change };

/** Name and price of an option in one row, with a common error message. */
function OptionTexts({ option, row, change }: OptionProps) {
  const { config } = useBuilder();
  const { id, error, onBlur } = useFieldState(row.field);
  const currencySign = useCurrencySign();
  const isAmountInvalid = 'error' in parseChargeablePrice(option.price, config.currency);
  const areTermsInvalid = findTermsError(completeOption(option), config)?.[1] === error;
  const getErrorProps = (isInvalid: boolean) => ({
    onBlur,
    'aria-describedby': error ? `${id}-more` : undefined,
    'aria-invalid': error && isInvalid ? (true as const) : undefined,
  });
  return (
    <div className="row2">
      <Field id={id} label={messages.name} hideHelp>
        {() => (
          <TextControl
            {...getErrorProps(!isAmountInvalid && !areTermsInvalid)}
            id={id}
            autoComplete="off"
            maxLength={500}
            placeholder={getOptionName({ ...option, name: '' })}
            value={option.name}
            onKeyDown={(event) => handleMoveKey(event, row)}
            onValueChange={(name) => change({ name }, 'name')}
          />
        )}
      </Field>
      <Field
        id={`${id}-price`}
        label={option.paymentType === 'payment-plan' ? messages.eachPayment : messages.amount}
        hideHelp
      >
        {() => (
          <TextControl
            {...getErrorProps(isAmountInvalid)}
            {...AMOUNT_INPUT}
            id={`${id}-price`}
            prefix={currencySign}
            value={option.price}
            onValueChange={(price) => change({ price }, 'price')}
          />
        )}
      </Field>
    </div>
  );
}

/** The settings of one price option. */
export function PriceOptionCard({ option, row, change }: OptionProps) {
  const { id, error } = useFieldState(row.field);
  const title = messages.item({ position: row.index + 2 });
  const complete = completeOption(option);
  return (
    <div className="price-option-card" role="group" aria-label={title} data-invalid={error !== null}>
      <div className="price-option-card__header">
        <DragHandle row={row} />
        <b className="small text-strong">{title}</b>
        <RowButtons row={row} itemName={getOptionName(option)} />
      </div>
      <OptionTexts {...{ option, row, change }} />
      <Select
        id={`${id}-billing`}
        label={messages.billing.label}
        value={getBillingKey(option)}
        options={BILLING_LABELS}
        onChange={(key) => change(BILLINGS[key])}
      />
      <PaymentTermsSection
        key={option.paymentType}
        option={complete}
        field={row.field}
        change={(changes, typedKey) => change({ paymentTerms: { ...complete.paymentTerms, ...changes } }, typedKey)}
      />
      {error ? <FieldHelp field={row.field} /> : <OptionPriceHint option={option} />}
    </div>
  );
}
