import { Plus } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { parsePrice, formatWithSymbol } from '#domain/money.ts';
import {
  MAX_PRICE_OPTIONS,
  MAX_OPTION_NAME_LENGTH,
  getOptionName,
  calculateSaving,
  type PriceOption,
  listPriceOptions,
} from '#domain/offer.ts';
import { calculatePricing } from '#domain/pricing.ts';

import { BuilderField, FieldHelp, focusControl, getFieldId, useFieldProps } from '../fields/builder-field.tsx';
import { AMOUNT_INPUT, ConfigTextField, TextControl } from '../fields/builder-text-field.tsx';
import { NativeSelect } from '../fields/native-select.tsx';
import { DragHandle, handleMoveKey, RowButtons, SortableList, type SortableRow } from '../fields/sortable-list.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useBuilder, useConfigSection, useCurrencySign } from '../state/builder-context.ts';

const messages = builderOfferMessages.priceOptions;

type Billing = Pick<PriceOption, 'paymentType' | 'billingFrequency'>;

const ID_LENGTH = 8;

/** Creates the permanent id of a price option; URLs and orders refer to it. */
const createOptionId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH);

type BillingKey = Exclude<Billing['paymentType'], 'subscription'> | Billing['billingFrequency'];

export const getBillingKey = ({ paymentType, billingFrequency }: Billing): BillingKey =>
  paymentType === 'one-time' ? paymentType : billingFrequency;

const BILLING_LABELS = [
  { value: 'one-time', label: messages.billing.oneTime },
  { value: 'weekly', label: messages.billing.weekly },
  { value: 'monthly', label: messages.billing.monthly },
  { value: 'yearly', label: messages.billing.yearly },
] as const;

const parseBillingKey = (key: BillingKey): Billing =>
  key === 'one-time'
    ? { paymentType: 'one-time', billingFrequency: 'monthly' }
    : { paymentType: 'subscription', billingFrequency: key };

/** The most common billing types, each once. */
const COMMON_BILLINGS = ['monthly', 'yearly', 'one-time'] as const;

/** Creates a price option with a billing type that no other option has, if there is one left. */
export function createOption(config: CheckoutPageConfig): PriceOption {
  const usedKeys = listPriceOptions(config).map(getBillingKey);
  const billing = parseBillingKey(COMMON_BILLINGS.find((key) => !usedKeys.includes(key)) ?? getBillingKey(config));
  return { id: createOptionId(), name: '', price: '', ...billing };
}

/** The base price of the page counts as one of the options. */
const MAX_EXTRA_OPTIONS = MAX_PRICE_OPTIONS - 1;

/** Shows the price as buyers read it and the saving compared with paying monthly. */
function OptionPriceHint({ option }: { option: PriceOption }) {
  const { config } = useBuilder();
  const price = option.price.trim();
  if (price === '' || 'error' in parsePrice(price, config.currency)) return null;
  const saving = calculateSaving(config, option.id);
  const priceText = formatPrice({ ...option, price, currency: config.currency });
  const text = saving
    ? messages.previewWithSaving({
        price: priceText,
        percentage: saving.percentage,
        amount: formatWithSymbol(saving.amount, config.currency),
      })
    : messages.preview({ price: priceText });
  return (
    <p className="hint">
      <RichText text={text} tags={{ b: (inner) => <b className="text-emphasis">{inner}</b> }} />
    </p>
  );
}

type OptionProps = { option: PriceOption; row: SortableRow; change: Change };
type Change = (changes: Partial<PriceOption>, typedKey?: string) => void;

/** Name and price of an option in one row, with a common error message. */
function OptionTexts({ option, row, change }: OptionProps) {
  const { currency } = useBuilder().config;
  const { id, onBlur, ...errorProps } = useFieldProps(row.field);
  const descriptionProps = { 'aria-describedby': errorProps['aria-describedby'] };
  const isAmountInvalid = 'error' in calculatePricing({ price: option.price, currency });
  return (
    <div className="row2">
      <BuilderField field={row.field} label={messages.name} hideHelp>
        <TextControl
          {...(isAmountInvalid ? descriptionProps : errorProps)}
          {...{ id, onBlur }}
          autoComplete="off"
          maxLength={500}
          placeholder={getOptionName({ ...option, name: '' })}
          value={option.name}
          onKeyDown={(event) => handleMoveKey(event, row)}
          onValueChange={(name) => change({ name }, 'name')}
        />
      </BuilderField>
      <BuilderField field={`${row.field}-price`} label={messages.amount} hideHelp>
        <TextControl
          {...(isAmountInvalid ? errorProps : descriptionProps)}
          {...AMOUNT_INPUT}
          id={`${id}-price`}
          onBlur={onBlur}
          prefix={useCurrencySign()}
          value={option.price}
          onValueChange={(price) => change({ price }, 'price')}
        />
      </BuilderField>
    </div>
  );
}

function OptionRow({ option, row, change, onRemove }: OptionProps & { onRemove: () => void }) {
  const fieldError = useBuilder().getFieldError(row.field);
  const title = messages.item({ position: row.index + 2 });
  return (
    <div className="price-option-card" role="group" aria-label={title} data-invalid={fieldError !== null}>
      <div className="price-option-card__header">
        <DragHandle row={row} />
        <b className="small text-strong">{title}</b>
        <RowButtons row={row} itemName={getOptionName(option)} onRemove={onRemove} />
      </div>
      <OptionTexts {...{ option, row, change }} />
      <BuilderField field={`${row.field}-billing`} label={messages.billing.label} hideHelp>
        <NativeSelect
          id={getFieldId(`${row.field}-billing`)}
          value={getBillingKey(option)}
          options={BILLING_LABELS}
          onValueChange={(key) => change(parseBillingKey(key))}
        />
      </BuilderField>
      {fieldError ? <FieldHelp field={row.field} /> : <OptionPriceHint option={option} />}
    </div>
  );
}

/** Price options of one product; the base price of the page is the first. */
export function PriceOptionsSection() {
  const { config } = useBuilder();
  const [{ others }, setOptions] = useConfigSection('priceOptions');
  const isEnabled = others.length > 0;
  function add() {
    if (others.length >= MAX_EXTRA_OPTIONS)
      return toast({ title: pageRuleMessages.priceOptions.tooMany({ max: MAX_PRICE_OPTIONS }) }, { destructive: true });
    setOptions({ others: [...others, createOption(config)] });
    focusControl(`priceOptions.${others.length}`);
  }
  function remove(index: number) {
    setOptions({ others: others.toSpliced(index, 1) });
    focusControl('priceOptions');
  }
  return (
    <>
      <SwitchField
        id={getFieldId('priceOptions')}
        label={messages.enable}
        hint={messages.hint({ max: MAX_PRICE_OPTIONS })}
        checked={isEnabled}
        disabled={config.payWhatYouWant.enabled && !isEnabled ? messages.unavailable : null}
        onChange={(checked) => (checked ? add() : setOptions({ others: [] }))}
      />
      {isEnabled && (
        <>
          <ConfigTextField
            field="priceOptions.baseName"
            label={messages.baseName}
            limit={MAX_OPTION_NAME_LENGTH}
            hint={messages.baseNameHint}
            input={{ placeholder: getOptionName({ ...config, name: '' }), autoComplete: 'off' }}
          />
          <SortableList
            field="priceOptions"
            items={others}
            getKey={({ id }) => id}
            onReorder={(reordered) => setOptions({ others: reordered })}
          >
            {(option, row) => (
              <OptionRow
                {...{ option, row }}
                change={(changes, typedKey) =>
                  setOptions(
                    { others: others.with(row.index, { ...option, ...changes }) },
                    typedKey && `${option.id}.${typedKey}`,
                  )
                }
                onRemove={() => remove(row.index)}
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
