import { Plus } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Select } from '#app/components/select.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import { createPaymentTerms, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { formatWithSymbol, parseChargeablePrice, parsePrice } from '#domain/money.ts';
import {
  MAX_PRICE_OPTIONS,
  MAX_OPTION_NAME_LENGTH,
  getOptionName,
  calculateSaving,
  type PriceOption,
  listPriceOptions,
} from '#domain/offer.ts';
import { findTermsError } from '#domain/payment-terms-fields.ts';
import type { QuantitySettings } from '#domain/quantity.ts';

import { FieldHelp, focusControl, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { AMOUNT_INPUT, ConfigTextField, TextControl } from '../fields/builder-text-field.tsx';
import { DragHandle, handleMoveKey, RowButtons, SortableList, type SortableRow } from '../fields/sortable-list.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useBuilder, useCurrencySign } from '../state/builder-context.ts';
import { PaymentTermsSection, TermsHint } from './payment-terms-section.tsx';

const messages = builderOfferMessages.priceOptions;

type Billing = Pick<PriceOption, 'paymentType' | 'billingFrequency'>;

const ID_LENGTH = 8;

/** Creates the permanent id of a price option; URLs and orders refer to it. */
const createOptionId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH);

/** Billing of each key. */
const BILLINGS = {
  'one-time': { paymentType: 'one-time', billingFrequency: 'monthly' },
  weekly: { paymentType: 'subscription', billingFrequency: 'weekly' },
  monthly: { paymentType: 'subscription', billingFrequency: 'monthly' },
  yearly: { paymentType: 'subscription', billingFrequency: 'yearly' },
  'weekly-plan': { paymentType: 'payment-plan', billingFrequency: 'weekly' },
  'monthly-plan': { paymentType: 'payment-plan', billingFrequency: 'monthly' },
} as const satisfies Record<string, Billing>;

type BillingKey = keyof typeof BILLINGS;

export function getBillingKey({ paymentType, billingFrequency }: Billing): BillingKey {
  if (paymentType === 'payment-plan') return billingFrequency === 'weekly' ? 'weekly-plan' : 'monthly-plan';
  return paymentType === 'subscription' ? billingFrequency : paymentType;
}

const BILLING_LABELS = [
  { value: 'one-time', label: messages.billing.oneTime },
  { value: 'weekly', label: messages.billing.weekly },
  { value: 'monthly', label: messages.billing.monthly },
  { value: 'yearly', label: messages.billing.yearly },
  { value: 'weekly-plan', label: messages.billing.weeklyPlan },
  { value: 'monthly-plan', label: messages.billing.monthlyPlan },
] as const;

/** The most common billing types, each once. */
const COMMON_BILLINGS = ['monthly', 'yearly', 'one-time'] as const;

/** Creates a price option with a billing type that no other option has, if there is one left. */
export function createOption(config: CheckoutPageConfig): PriceOption {
  const usedKeys = listPriceOptions(config).map(getBillingKey);
  const billing = BILLINGS[COMMON_BILLINGS.find((key) => !usedKeys.includes(key)) ?? getBillingKey(config)];
  return { id: createOptionId(), name: '', price: '', ...billing };
}

/** Drops the lower prices of price options that no longer exist. */
const withoutRemovedPrices = (quantity: QuantitySettings, others: readonly PriceOption[]): QuantitySettings => ({
  ...quantity,
  tiers: quantity.tiers.map((tier) => ({
    ...tier,
    optionPrices: Object.fromEntries(
      Object.entries(tier.optionPrices).filter(([id]) => others.some((option) => option.id === id)),
    ),
  })),
});

/** The base price of the page counts as one of the options. */
const MAX_EXTRA_OPTIONS = MAX_PRICE_OPTIONS - 1;

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

function OptionRow({ option, row, change }: OptionProps) {
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

/** Price options of one product; the base price of the page is the first. */
export function PriceOptionsSection() {
  const { config, patch } = useBuilder();
  const { others } = config.priceOptions;
  const setOthers = (changed: PriceOption[], undoGroup?: string) =>
    patch(
      {
        priceOptions: { ...config.priceOptions, others: changed },
        quantity: withoutRemovedPrices(config.quantity, changed),
      },
      undoGroup,
    );
  const isEnabled = others.length > 0;
  function add() {
    if (others.length >= MAX_EXTRA_OPTIONS)
      return toast({ title: pageRuleMessages.priceOptions.tooMany({ max: MAX_PRICE_OPTIONS }) }, { destructive: true });
    setOthers([...others, createOption(config)]);
    focusControl(`priceOptions.${others.length}`);
  }
  return (
    <>
      <SwitchField
        id={getFieldId('priceOptions')}
        label={messages.enable}
        hint={messages.hint({ max: MAX_PRICE_OPTIONS })}
        checked={isEnabled}
        disabled={config.payWhatYouWant.enabled && !isEnabled ? messages.unavailable : null}
        onChange={(checked) => (checked ? add() : setOthers([]))}
      />
      {isEnabled && (
        <>
          <ConfigTextField
            field="priceOptions.baseName"
            label={messages.baseName}
            limit={MAX_OPTION_NAME_LENGTH}
            hint={messages.baseNameHint}
            placeholder={getOptionName({ ...config, name: '' })}
            autoComplete="off"
          />
          <SortableList field="priceOptions" items={others} getKey={({ id }) => id} onChange={setOthers}>
            {(option, row, changeOption) => (
              <OptionRow
                {...{ option, row }}
                change={(changes, typedKey) =>
                  changeOption({ ...option, ...changes }, typedKey && `priceOptions.${option.id}.${typedKey}`)
                }
              />
            )}
          </SortableList>
          <Button Icon={Plus} className="justify-start" onClick={add}>
            {messages.add}
          </Button>
        </>
      )}
      <FieldHelp field="priceOptions" />
    </>
  );
}
