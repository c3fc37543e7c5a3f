import { Plus, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';

import { toast } from '#app/components/toast.tsx';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { getCurrency } from '#domain/currencies.ts';
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

import { FieldErrorMessage, FieldHelp, getFieldId, useFieldProps } from '../fields/builder-field.tsx';
import { BuilderTextField } from '../fields/builder-text-field.tsx';
import { DragHandle, IconButton, MoveButtons } from '../fields/row-buttons.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useReorder } from '../fields/use-reorder.ts';
import { useBuilder, useConfigSection } from '../state/builder-context.ts';
import { getMoveAnnouncement, moveItem } from '../state/reorder.ts';

type Billing = Pick<PriceOption, 'paymentType' | 'billingFrequency'>;

const ID_LENGTH = 8;

/** Creates the permanent id of a price option; URLs and orders refer to it. */
const createOptionId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH);

/** The most common billing types, each once. */
const COMMON_BILLINGS: readonly Billing[] = [
  { paymentType: 'subscription', billingFrequency: 'monthly' },
  { paymentType: 'subscription', billingFrequency: 'yearly' },
  { paymentType: 'one-time', billingFrequency: 'monthly' },
];

export const getBillingKey = ({ paymentType, billingFrequency }: Billing): string =>
  paymentType === 'one-time' ? paymentType : billingFrequency;

/** Creates a price option with a billing type that no other option has, if there is one left. */
export function createOption(config: CheckoutPageConfig, id = createOptionId()): PriceOption {
  const usedKeys = listPriceOptions(config).map(getBillingKey);
  const [suggested = config] = COMMON_BILLINGS.filter((billing) => !usedKeys.includes(getBillingKey(billing)));
  const { paymentType, billingFrequency } = suggested;
  return { id, name: '', price: '', paymentType, billingFrequency };
}

export const moveOption = (options: readonly PriceOption[], from: number, to: number): PriceOption[] => [
  ...moveItem(options, from, to),
];

type BillingFields = Pick<PriceOption, 'paymentType' | 'billingFrequency'>;

const BILLING_OPTIONS = [
  { label: 'One-time', paymentType: 'one-time', billingFrequency: 'monthly' },
  { label: 'Subscription, weekly', paymentType: 'subscription', billingFrequency: 'weekly' },
  { label: 'Subscription, monthly', paymentType: 'subscription', billingFrequency: 'monthly' },
  { label: 'Subscription, yearly', paymentType: 'subscription', billingFrequency: 'yearly' },
] as const;

type BillingSelectProps = { id: string; value: BillingFields; onChange: (billing: BillingFields) => void };

/** Selects payment type and billing frequency in one control. */
const BillingSelect = ({ id, value, onChange }: BillingSelectProps) => (
  <div className="field">
    <div className="lab">
      <label htmlFor={id}>Billing</label>
    </div>
    <select
      id={id}
      className="in"
      value={getBillingKey(value)}
      onChange={({ target }) => {
        const option = BILLING_OPTIONS.find((candidate) => getBillingKey(candidate) === target.value);
        if (option) onChange({ paymentType: option.paymentType, billingFrequency: option.billingFrequency });
      }}
    >
      {BILLING_OPTIONS.map((option) => (
        <option key={option.label} value={getBillingKey(option)}>
          {option.label}
        </option>
      ))}
    </select>
  </div>
);

const focusById = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus());

/** The base price of the page counts as one of the options. */
const MAX_EXTRA_OPTIONS = MAX_PRICE_OPTIONS - 1;

/** Shows the price as buyers read it and the saving compared with paying monthly. */
function OptionPriceHint({ option }: { option: PriceOption }) {
  const { config } = useBuilder();
  const price = option.price.trim();
  if (price === '' || 'error' in parsePrice(price, config.currency)) return null;
  const saving = calculateSaving(config, option.id);
  return (
    <p className="hint">
      Buyers see <b className="text-emphasis">{formatPrice({ ...option, price, currency: config.currency })}</b>
      {saving &&
        ` and “Save ${saving.percentage} %”: ${formatWithSymbol(saving.amount, config.currency)} a year less than paid monthly.`}
    </p>
  );
}

type OptionProps = { option: PriceOption; index: number; change: Change };
type Change = (id: string, changes: Partial<PriceOption>, typedKey?: string) => void;

/** Name and price of an option in one row, with a common error message. */
function OptionTexts({ option, index, change, onKeyDown }: OptionProps & KeyDownProps) {
  const { currency } = useBuilder().config;
  const field = `priceOptions.${index}`;
  const { id, onBlur, ...wiring } = useFieldProps(field);
  const { symbol, code } = getCurrency(currency);
  const isAmountInvalid = 'error' in calculatePricing({ price: option.price, currency });
  const ariaProps = { 'aria-describedby': wiring['aria-describedby'] };
  return (
    <div className="row2">
      <div className="field">
        <div className="lab">
          <label htmlFor={id}>Name</label>
        </div>
        <input
          {...(isAmountInvalid ? ariaProps : wiring)}
          id={id}
          className="in"
          dir="auto"
          autoComplete="off"
          maxLength={500}
          placeholder={getOptionName({ ...option, name: '' })}
          value={option.name}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          onChange={({ target }) => change(option.id, { name: target.value }, 'name')}
        />
      </div>
      <div className="field">
        <div className="lab">
          <label htmlFor={`${id}-price`}>Amount</label>
        </div>
        <div className="affix" data-invalid={isAmountInvalid && wiring['aria-invalid']}>
          <span aria-hidden="true">{symbol || code}</span>
          <input
            {...(isAmountInvalid ? wiring : ariaProps)}
            id={`${id}-price`}
            className="in"
            inputMode="decimal"
            autoComplete="off"
            maxLength={40}
            value={option.price}
            onBlur={onBlur}
            onChange={({ target }) => change(option.id, { price: target.value }, 'price')}
          />
        </div>
      </div>
    </div>
  );
}

type KeyDownProps = { onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void };
type RowProps = OptionProps & {
  count: number;
  onGrab: (event: React.PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function OptionRow({ option, index, count, change, onGrab, onMove, onRemove }: RowProps) {
  const { getFieldError } = useBuilder();
  const id = getFieldId(`priceOptions.${index}`);
  const fieldError = getFieldError(`priceOptions.${index}`);
  const itemName = getOptionName(option);
  const move = (to: number, idSuffix: string) => {
    if (to < 0 || to >= count) return;
    onMove(to);
    focusById(getFieldId(`priceOptions.${to}`) + idSuffix);
  };
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const offset = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!event.altKey || offset === 0) return;
    event.preventDefault();
    move(index + offset, '');
  }
  return (
    <div
      className="price-option-card"
      role="group"
      aria-label={`Price ${index + 2}`}
      data-invalid={fieldError !== null}
    >
      <div className="price-option-card__header">
        <DragHandle onPointerDown={onGrab} />
        <b className="small text-strong">Price {index + 2}</b>
        <span className="row-buttons">
          <MoveButtons {...{ id, index, count, itemName }} onMove={(to, direction) => move(to, `-${direction}`)} />
          <IconButton label={`Remove: ${itemName}`} Icon={X} onClick={onRemove} />
        </span>
      </div>
      <OptionTexts {...{ option, index, change, onKeyDown }} />
      <BillingSelect id={`${id}-billing`} value={option} onChange={(billing) => change(option.id, billing)} />
      {fieldError ? (
        <FieldErrorMessage id={`${id}-more`}>{fieldError}</FieldErrorMessage>
      ) : (
        <OptionPriceHint option={option} />
      )}
    </div>
  );
}

function OptionList({ onRemove }: { onRemove: (index: number) => void }) {
  const [{ others }, setOptions] = useConfigSection('priceOptions');
  const [liveMessage, setLiveMessage] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const change: Change = (id, changes, typedKey) =>
    setOptions(
      { others: others.map((option) => (option.id === id ? { ...option, ...changes } : option)) },
      typedKey && `${id}.${typedKey}`,
    );
  const move = (from: number, to: number) => {
    setOptions({ others: moveOption(others, from, to) });
    setLiveMessage(getMoveAnnouncement(to, others.length));
  };
  const { startDrag, getRowProps } = useReorder(list, others, move);
  return (
    <>
      <ul className="entry-list" ref={list}>
        {others.map((option, index) => (
          <li key={option.id} {...getRowProps(index)}>
            <OptionRow
              {...{ option, index, change }}
              count={others.length}
              onGrab={(event) => startDrag(index, event)}
              onMove={(to) => move(index, to)}
              onRemove={() => onRemove(index)}
            />
          </li>
        ))}
      </ul>
      <p className="vh" role="status">
        {liveMessage}
      </p>
    </>
  );
}

const SWITCH_ID = getFieldId('priceOptions');

/** Price options of one product; the base price of the page is the first. */
export function PriceOptionsSection() {
  const { config } = useBuilder();
  const [{ baseName, others }, setOptions] = useConfigSection('priceOptions');
  const isEnabled = others.length > 0;
  function add() {
    if (others.length >= MAX_EXTRA_OPTIONS)
      return toast({ title: `A page can have at most ${MAX_PRICE_OPTIONS} prices` }, { destructive: true });
    setOptions({ others: [...others, createOption(config)] });
    focusById(getFieldId(`priceOptions.${others.length}`));
  }
  function remove(removedIndex: number) {
    setOptions({ others: others.filter((_, index) => index !== removedIndex) });
    focusById(SWITCH_ID);
  }
  return (
    <>
      <SwitchField
        id={SWITCH_ID}
        label="Offer several prices"
        hint="Monthly or yearly, with support or without: buyers choose one of up to 6."
        checked={isEnabled}
        disabled={config.payWhatYouWant.enabled && !isEnabled ? 'Not where buyers name the price themselves.' : null}
        onChange={(checked) => (checked ? add() : setOptions({ others: [] }))}
      />
      {isEnabled && (
        <>
          <BuilderTextField
            field="priceOptions.baseName"
            label="Name of the price above"
            limit={MAX_OPTION_NAME_LENGTH}
            value={baseName}
            onValueChange={(text) => setOptions({ baseName: text }, 'baseName')}
            hint="The first of them, and chosen when the page opens."
            input={{ placeholder: getOptionName({ ...config, name: '' }), autoComplete: 'off' }}
          />
          <OptionList onRemove={remove} />
          <button type="button" className="key justify-start" onClick={add}>
            <Plus className="i" aria-hidden="true" />
            Add a price
          </button>
        </>
      )}
      <FieldHelp field="priceOptions" />
    </>
  );
}
