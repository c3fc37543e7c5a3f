import { Plus, X } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { BASE_OPTION, listPriceOptions } from '#domain/offer.ts';
import { getTierPrice, getUnitName, MAX_TIERS, QUANTITY_LIMITS, type QuantityTier } from '#domain/quantity.ts';

import { FieldHelp, focusControl, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { AMOUNT_INPUT, ConfigTextField, FormTextField } from '../fields/builder-text-field.tsx';
import { ConfigCountField, CountField } from '../fields/count-field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { useBuilder, useConfigValue, useCurrencySign } from '../state/builder-context.ts';

const messages = builderOfferMessages.quantity;

/** As many digits as the largest quantity has: with them, validation can report a number that is too large. */
const MAX_DIGITS = 5;

const TIERS = 'quantity.tiers';

type TierProps = {
  tier: QuantityTier;
  index: number;
  change: (changes: Partial<QuantityTier>, typedKey: string) => void;
  remove: () => void;
};

/**
 * Returns the path of a tier's errors. Publishing sorts the tiers by quantity; the form keeps the order in which they were
 * added, so that a row does not move while its quantity is typed.
 */
function useTierField(tier: QuantityTier): string {
  const { tiers } = useBuilder().config.quantity;
  return `${TIERS}.${tiers.toSorted((one, other) => one.from - other.from).indexOf(tier)}`;
}

/** The quantity of a tier and, for each price option, its price for one. */
function TierControls({ tier, change, field }: TierProps & { field: string }) {
  const { config } = useBuilder();
  const { id, error, onBlur } = useFieldState(field);
  const prefix = useCurrencySign();
  const { minimum, maximum, tiers } = config.quantity;
  const isFromInvalid =
    tier.from <= minimum || tier.from > maximum || tiers.some((other) => other !== tier && other.from === tier.from);
  const getErrorProps = (isInvalid: boolean) => ({
    hideHelp: true,
    'aria-describedby': error ? `${id}-more` : undefined,
    'aria-invalid': error && isInvalid ? (true as const) : undefined,
  });
  const options = listPriceOptions(config);
  const changePrice = (optionId: string, price: string) =>
    change(
      optionId === BASE_OPTION ? { price } : { optionPrices: { ...tier.optionPrices, [optionId]: price } },
      optionId,
    );
  return (
    <div
      className="row2 align-start"
      // Errors appear when the focus leaves the controls, because they depend on each other.
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
    >
      <CountField
        {...getErrorProps(isFromInvalid)}
        id={id}
        label={messages.tiers.from}
        count={tier.from || null}
        maxDigits={MAX_DIGITS}
        onCountChange={(from) => change({ from: from ?? 0 }, 'from')}
      />
      {options.map(({ id: optionId, name }) => (
        <FormTextField
          {...AMOUNT_INPUT}
          {...getErrorProps(!isFromInvalid)}
          key={optionId}
          id={`${id}-${optionId}`}
          label={options.length > 1 ? messages.tiers.optionPrice({ name }) : messages.tiers.price}
          placeholder={options.length > 1 ? messages.tiers.noLowerPrice : undefined}
          prefix={prefix}
          value={getTierPrice(tier, optionId)}
          onValueChange={(price) => changePrice(optionId, price)}
        />
      ))}
    </div>
  );
}

function TierCard(props: TierProps) {
  const field = useTierField(props.tier);
  const { error } = useFieldState(field);
  const title = messages.tiers.item({ position: props.index + 1 });
  return (
    <div className="price-option-card" role="group" aria-label={title} data-invalid={error !== null}>
      <div className="price-option-card__header">
        <b className="small text-strong">{title}</b>
        <span className="row-buttons">
          <IconButton label={builderFieldMessages.list.remove({ item: title })} Icon={X} onClick={props.remove} />
        </span>
      </div>
      <TierControls {...props} field={field} />
      <FieldHelp field={field} />
    </div>
  );
}

/** Lower prices from larger quantities on. */
function TierList() {
  const [tiers, setTiers] = useConfigValue(TIERS);
  function add() {
    // A new tier has no quantity, so it comes after those without one and before all others.
    const position = tiers.filter(({ from }) => from === 0).length;
    setTiers([...tiers, { from: 0, price: '', optionPrices: {} }]);
    focusControl(`${TIERS}.${position}`);
  }
  function remove(index: number) {
    setTiers(tiers.toSpliced(index, 1));
    focusControl(TIERS);
  }
  return (
    <>
      <div>
        <h3 className="small text-strong" id="quantity-tiers">
          {messages.tiers.title}
        </h3>
        <p className="hint">{messages.tiers.hint({ max: MAX_TIERS })}</p>
      </div>
      {tiers.length > 0 && (
        <ul className="entry-list" aria-labelledby="quantity-tiers">
          {tiers.map((tier, index) => (
            <li key={index}>
              <TierCard
                {...{ tier, index }}
                change={(changes, typedKey) =>
                  setTiers(tiers.with(index, { ...tier, ...changes }), `${TIERS}.${index}.${typedKey}`)
                }
                remove={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      {tiers.length < MAX_TIERS && (
        <Button Icon={Plus} id={getFieldId(TIERS)} className="justify-start" onClick={add}>
          {messages.tiers.add}
        </Button>
      )}
    </>
  );
}

/** How many buyers can buy, what one of it is called, and lower prices. */
export function QuantityFields() {
  const { singular } = useBuilder().config.quantity;
  const name = { limit: QUANTITY_LIMITS.name, autoComplete: 'off' } as const;
  return (
    <>
      <div className="row2 align-start">
        <ConfigCountField field="quantity.minimum" label={messages.minimum} maxDigits={MAX_DIGITS} />
        <ConfigCountField field="quantity.maximum" label={messages.maximum} maxDigits={MAX_DIGITS} />
      </div>
      <div className="row2 align-start">
        <ConfigTextField
          {...name}
          field="quantity.singular"
          label={messages.singular}
          placeholder={getUnitName({ singular: '', plural: '' }, 1)}
        />
        <ConfigTextField
          {...name}
          field="quantity.plural"
          label={messages.plural}
          placeholder={getUnitName({ singular, plural: '' }, 2)}
        />
      </div>
      <TierList />
    </>
  );
}
