import { Plus } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import {
  BASE_OPTION,
  MAX_PRICE_OPTIONS,
  MAX_OPTION_NAME_LENGTH,
  getOptionName,
  type PriceOption,
  listPriceOptions,
} from '#domain/offer.ts';

import { FieldHelp, focusControl, getFieldId } from '../fields/builder-field.tsx';
import { ConfigTextField } from '../fields/builder-text-field.tsx';
import { SortableList } from '../fields/sortable-list.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { useLazyForm } from './lazy-form.ts';
import { BILLINGS, getBillingKey } from './option-billing.ts';

const messages = builderOfferMessages.priceOptions;

const ID_LENGTH = 8;

/** Creates the permanent id of a price option; URLs and orders refer to it. */
const createOptionId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, ID_LENGTH);

/** The most common billing types, each once. */
const COMMON_BILLINGS = ['monthly', 'yearly', 'one-time'] as const;

/** Creates a price option with a billing type that no other option has, if there is one left. */
export function createOption(config: CheckoutPageConfig): PriceOption {
  const usedKeys = listPriceOptions(config).map(getBillingKey);
  const billing = BILLINGS[COMMON_BILLINGS.find((key) => !usedKeys.includes(key)) ?? getBillingKey(config)];
  return { id: createOptionId(), name: '', price: '', ...billing };
}

type OptionReferences = Pick<CheckoutPageConfig, 'quantity' | 'bumps'>;

/** Drops lower prices of price options that no longer exist, and these options from the prices that extras go with. */
export function withoutRemovedOptions(
  { quantity, bumps }: OptionReferences,
  others: readonly PriceOption[],
): OptionReferences {
  const ids = [BASE_OPTION, ...others.map(({ id }) => id)];
  const tiers = quantity.tiers.map((tier) => ({
    ...tier,
    optionPrices: Object.fromEntries(Object.entries(tier.optionPrices).filter(([id]) => ids.includes(id))),
  }));
  const items = bumps.items.map((bump) => ({
    ...bump,
    offeredWith: bump.offeredWith?.filter((id) => ids.includes(id)) ?? null,
  }));
  return { quantity: { ...quantity, tiers }, bumps: { ...bumps, items } };
}

/** The base price of the page counts as one of the options. */
const MAX_EXTRA_OPTIONS = MAX_PRICE_OPTIONS - 1;

/** Price options of one product; the base price of the page is the first. */
export function PriceOptionsSection() {
  const { config, patch } = useBuilder();
  const { others } = config.priceOptions;
  const setOthers = (changed: PriceOption[], undoGroup?: string) =>
    patch(
      { priceOptions: { ...config.priceOptions, others: changed }, ...withoutRemovedOptions(config, changed) },
      undoGroup,
    );
  const isEnabled = others.length > 0;
  const lazy = useLazyForm(isEnabled);
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
            {(option, row, changeOption) =>
              lazy && (
                <lazy.PriceOptionCard
                  {...{ option, row }}
                  change={(changes, typedKey) =>
                    changeOption({ ...option, ...changes }, typedKey && `priceOptions.${option.id}.${typedKey}`)
                  }
                />
              )
            }
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
