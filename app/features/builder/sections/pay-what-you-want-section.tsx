import { X } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { Field } from '#app/components/field.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { parsePrice, formatWithSymbol, validateTotal } from '#domain/money.ts';
import { MAX_PRESETS, getAmountLimits } from '#domain/offer.ts';

import { useAddInput } from '../fields/add-form.tsx';
import { FieldHelp, useFieldState } from '../fields/builder-field.tsx';
import { AMOUNT_INPUT, ConfigAmountField, TextControl } from '../fields/builder-text-field.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { useBuilder, useConfigValue, useCurrencySign } from '../state/builder-context.ts';

const messages = builderOfferMessages.payWhatYouWant;

/** Returns why an amount cannot be added to the suggested amounts; null if it can. */
export function validatePreset(
  preset: string,
  config: Pick<CheckoutPageConfig, 'payWhatYouWant' | 'currency'>,
): string | null {
  const { presets } = config.payWhatYouWant;
  const { currency } = config;
  const parsed = parsePrice(preset, currency, 'amount');
  if ('error' in parsed) return parsed.error;
  const { least, most } = getAmountLimits(config);
  if (parsed.amount < least) return messages.presets.belowMinimum({ minimum: formatWithSymbol(least, currency) });
  if (most !== null && parsed.amount > most)
    return messages.presets.aboveMaximum({ maximum: formatWithSymbol(most, currency) });
  const isDuplicate = presets.some((existing) => {
    const parsedExisting = parsePrice(existing, currency);
    return 'amount' in parsedExisting && parsedExisting.amount === parsed.amount;
  });
  if (isDuplicate) return messages.presets.duplicate({ amount: formatWithSymbol(parsed.amount, currency) });
  if (presets.length >= MAX_PRESETS) return pageRuleMessages.payWhatYouWant.tooManyPresets({ max: MAX_PRESETS });
  return validateTotal(parsed.amount, currency);
}

/** Formats an amount as buyers read it; returns invalid input unchanged. */
function presetText(preset: string, currency: string): string {
  const parsed = parsePrice(preset, currency);
  return 'error' in parsed ? preset : formatWithSymbol(parsed.amount, currency);
}

function PresetChips({ onRemove }: { onRemove: (index: number) => void }) {
  const { config } = useBuilder();
  const { presets } = config.payWhatYouWant;
  if (presets.length === 0) return null;
  return (
    <ul className="preset-chips" aria-label={messages.presets.list}>
      {presets.map((preset, index) => {
        const text = presetText(preset, config.currency);
        return (
          <li key={index} className="preset-chips__chip num">
            {text}
            <button
              type="button"
              aria-label={messages.presets.remove({ amount: text })}
              onClick={() => onRemove(index)}
            >
              <X className="i" aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Suggested amounts that buyers can select instead of typing one. */
function PresetsField() {
  const { config } = useBuilder();
  const [presets, setPresets] = useConfigValue('payWhatYouWant.presets');
  const { id, error: fieldError } = useFieldState('payWhatYouWant.presets');
  const currencySign = useCurrencySign();
  const { error, clearError, onSubmit, inputProps } = useAddInput((preset) => {
    const presetError = validatePreset(preset, config);
    if (!presetError) setPresets([...presets, preset]);
    return presetError;
  });
  const remove = (removedIndex: number) => {
    setPresets(presets.toSpliced(removedIndex, 1));
    clearError();
    inputProps.ref.current?.focus();
  };
  return (
    <form onSubmit={onSubmit}>
      <Field
        id={id}
        label={messages.presets.label}
        hint={messages.presets.hint}
        error={error ?? fieldError}
        aside={
          <span className="opt num" role="status">
            {builderFieldMessages.entryCount({ count: presets.length, max: MAX_PRESETS })}
          </span>
        }
      >
        {(fieldProps) => (
          <>
            <PresetChips onRemove={remove} />
            <div className="add-form">
              <TextControl {...AMOUNT_INPUT} prefix={currencySign} {...inputProps} {...fieldProps} />
              <Button type="submit">{messages.presets.add}</Button>
            </div>
          </>
        )}
      </Field>
    </form>
  );
}

/** Lets buyers name the price; the base price of the page is the suggested amount. */
export function PayWhatYouWantSection() {
  const { config, patch } = useBuilder();
  const { payWhatYouWant } = config;
  const { enabled } = payWhatYouWant;
  const hasPriceOptions = config.priceOptions.others.length > 0;
  return (
    <>
      <ConfigSwitch
        path="payWhatYouWant.enabled"
        field="payWhatYouWant"
        label={messages.enable}
        hint={messages.hint}
        disabled={hasPriceOptions && !enabled ? messages.unavailable : null}
        onChange={(checked) =>
          patch({
            payWhatYouWant: { ...payWhatYouWant, enabled: checked },
            ...(checked ? { enableCoupon: false } : {}),
          })
        }
      />
      {enabled && (
        <>
          <div className="row2 align-start">
            <ConfigAmountField
              field="payWhatYouWant.minimum"
              label={messages.minimum}
              placeholder={messages.minimumPlaceholder}
            />
            <ConfigAmountField
              field="payWhatYouWant.maximum"
              label={messages.maximum}
              placeholder={messages.maximumPlaceholder}
            />
          </div>
          <PresetsField />
        </>
      )}
      <FieldHelp field="payWhatYouWant" />
    </>
  );
}
