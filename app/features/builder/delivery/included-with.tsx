import { builderDeliveryMessages } from '#content/messages/builder-delivery.ts';
import type { DeliveredItem } from '#domain/deliverable.ts';
import { listDeliveryTargets } from '#domain/delivery-fields.ts';

import { getFieldId } from '../fields/builder-field.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderDeliveryMessages.row;

type IncludedWithProps = Pick<DeliveredItem, 'offeredWith'> & {
  field: string;
  onChange: (offeredWith: string[] | null) => void;
};

/**
 * The prices and extras that a deliverable comes with. While these are all prices and no extra, prices that are added later
 * include it as well.
 */
export function IncludedWith({ field, offeredWith, onChange }: IncludedWithProps) {
  const targets = listDeliveryTargets(useBuilder().config);
  const prices = targets.filter(({ isExtra }) => !isExtra).map(({ id }) => id);
  if (targets.length < 2 && offeredWith === null) return null;
  const included = offeredWith ?? prices;
  const toggle = (targetId: string, isIncluded: boolean) => {
    const ids = targets.map(({ id }) => id).filter((id) => (id === targetId ? isIncluded : included.includes(id)));
    const isEveryPrice = ids.length === prices.length && prices.every((id) => ids.includes(id));
    onChange(isEveryPrice ? null : ids);
  };
  return (
    <fieldset className="order-bump-card__prices">
      <legend className="small text-strong">{messages.includedWith}</legend>
      {targets.map(({ id, name, isExtra }) => (
        <label key={id} htmlFor={`${getFieldId(field)}-with-${id}`} className="checkrow">
          <input
            type="checkbox"
            id={`${getFieldId(field)}-with-${id}`}
            checked={included.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
          <span dir="auto">{isExtra ? messages.extra({ name }) : name}</span>
        </label>
      ))}
    </fieldset>
  );
}
