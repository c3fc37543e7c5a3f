import { Select } from '#app/components/select.tsx';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { listPriceOptions } from '#domain/offer.ts';
import { BUMP_LIMITS, type OrderBump } from '#domain/order-bump.ts';

import { FieldHelp, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { AMOUNT_INPUT, FormTextField } from '../fields/builder-text-field.tsx';
import { ImageInput } from '../fields/image-field.tsx';
import { DragHandle, handleMoveKey, RowButtons, type SortableRow } from '../fields/sortable-list.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useBuilder, useCurrencySign } from '../state/builder-context.ts';

const messages = builderOfferMessages.extras;

const BILLINGS = [
  { value: 'one-time', label: messages.billing.oneTime },
  { value: 'with-price', label: messages.billing.withPrice },
] as const;

type BumpProps = {
  bump: OrderBump;
  row: SortableRow;
  change: (changes: Partial<OrderBump>, typedKey?: string) => void;
};

/**
 * The prices that the extra is offered with; all of them while none is excluded. The only price left can be checked after
 * the others were removed.
 */
function OfferedWith({ bump, row, change }: BumpProps) {
  const options = listPriceOptions(useBuilder().config);
  const hasChoice = options.length > 1;
  if (!hasChoice && bump.offeredWith === null) return null;
  const offered = bump.offeredWith ?? options.map(({ id }) => id);
  const toggle = (optionId: string, isOffered: boolean) => {
    const ids = options.map(({ id }) => id).filter((id) => (id === optionId ? isOffered : offered.includes(id)));
    change({ offeredWith: hasChoice && ids.length === options.length ? null : ids });
  };
  return (
    <fieldset className="order-bump-card__prices">
      <legend className="small text-strong">{messages.offeredWith}</legend>
      {options.map(({ id, name }) => (
        <label key={id} htmlFor={`${getFieldId(row.field)}-with-${id}`} className="checkrow">
          <input
            type="checkbox"
            id={`${getFieldId(row.field)}-with-${id}`}
            checked={offered.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

function BumpTexts({ bump, row, change }: BumpProps) {
  const { id, error, onBlur } = useFieldState(row.field);
  const prefix = useCurrencySign();
  return (
    <>
      <FormTextField
        id={id}
        label={messages.extraTitle}
        limit={BUMP_LIMITS.title}
        maxLength={500}
        autoComplete="off"
        value={bump.title}
        aria-describedby={error ? `${id}-more` : undefined}
        aria-invalid={error ? true : undefined}
        hideHelp
        onBlur={onBlur}
        onKeyDown={(event) => handleMoveKey(event, row)}
        onValueChange={(title) => change({ title }, 'title')}
      />
      <FormTextField
        id={`${id}-text`}
        label={messages.text}
        limit={BUMP_LIMITS.text}
        maxLength={2000}
        rows={2}
        optional
        value={bump.text}
        onValueChange={(text) => change({ text }, 'text')}
      />
      <div className="row2 align-start">
        <FormTextField
          {...AMOUNT_INPUT}
          id={`${id}-price`}
          label={messages.price}
          prefix={prefix}
          value={bump.price}
          hideHelp
          onBlur={onBlur}
          onValueChange={(price) => change({ price }, 'price')}
        />
        <FormTextField
          {...AMOUNT_INPUT}
          id={`${id}-regular`}
          label={messages.regularPrice}
          prefix={prefix}
          placeholder={messages.noRegularPrice}
          value={bump.regularPrice}
          hideHelp
          onBlur={onBlur}
          onValueChange={(regularPrice) => change({ regularPrice }, 'regularPrice')}
        />
      </div>
    </>
  );
}

/** The settings of an extra. */
export function BumpCard(props: BumpProps) {
  const { bump, row, change } = props;
  const { id, error } = useFieldState(row.field);
  const title = messages.item({ position: row.index + 1 });
  const canRepeat = listPriceOptions(useBuilder().config).some(({ paymentType }) => paymentType === 'subscription');
  return (
    <div className="price-option-card" role="group" aria-label={title} data-invalid={error !== null}>
      <div className="price-option-card__header">
        <DragHandle row={row} />
        <b className="small text-strong">{title}</b>
        <RowButtons row={row} itemName={bump.title || title} />
      </div>
      <SwitchField
        id={`${id}-enabled`}
        label={messages.enabled}
        checked={bump.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <BumpTexts {...props} />
      <ImageInput
        field={`${row.field}.image`}
        url={bump.image}
        use="extra"
        label={messages.image}
        acceptedText={messages.imageTypes}
        onChange={(image) => change({ image })}
      />
      {(canRepeat || bump.billing === 'with-price') && (
        <Select
          id={`${id}-billing`}
          label={messages.billing.label}
          value={bump.billing}
          options={BILLINGS}
          onChange={(billing) => change({ billing })}
        />
      )}
      <OfferedWith {...props} />
      <FieldHelp field={row.field} />
    </div>
  );
}
