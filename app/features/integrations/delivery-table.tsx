import type { ChangeEvent, KeyboardEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import type { WebhookDelivery } from '#domain/webhook-endpoint.ts';

import { getDeliveryBadge, formatOutcome } from './delivery-display.ts';
import { toDeliverySearchParams, changeDeliveryParams, parseDeliveryListParams } from './delivery-list-params.ts';
import { toggleSelection, toggleAll, getSelectedIds, type Selection } from './row-selection.ts';

type SelectionProps = {
  selection: Selection;
  listedIds: readonly string[];
  onSelectionChange: (selection: Selection) => void;
};

/** Browsers set `shiftKey` on the click event of a checkbox, by mouse and by Space. */
const hasShiftKey = ({ nativeEvent }: ChangeEvent): boolean =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

function DeliveryRow({ delivery, selectionProps }: { delivery: WebhookDelivery; selectionProps: SelectionProps }) {
  const { id, type, orderNumber, createdAt, nextTryAt, state } = delivery;
  const { search } = useLocation();
  const { selection, listedIds, onSelectionChange } = selectionProps;
  const open = toDeliverySearchParams(
    changeDeliveryParams(parseDeliveryListParams(new URLSearchParams(search)), { openId: id }),
  );
  const isFailing = state === 'failed' || (state === 'waiting' && delivery.tries > 0);
  return (
    <tr data-picked={selection.ids.has(id) || undefined}>
      <td className="pick-cell">
        <label className="pick">
          <input
            type="checkbox"
            checked={selection.ids.has(id)}
            aria-label={`Pick ${type}${orderNumber === null ? '' : ` of order ${orderNumber}`}`}
            onKeyDown={(event) => handleArrowKeys(event, selectionProps)}
            onChange={(event) => onSelectionChange(toggleSelection(selection, listedIds, id, hasShiftKey(event)))}
          />
        </label>
      </td>
      <td className="sent-type">
        <Link className="row-link hook-code" to={`?${open.toString()}`} preventScrollReset>
          {type}
        </Link>
        {orderNumber !== null && <span className="small muted num"> order {orderNumber}</span>}
      </td>
      <td className={isFailing ? 'sent-outcome small' : 'sent-outcome small muted'}>
        {formatOutcome(delivery)}
        {state === 'waiting' && nextTryAt && delivery.tries > 0 && (
          <div className="faint">
            Next at <UtcTime iso={nextTryAt} showSeconds />
          </div>
        )}
      </td>
      <td className="sent-when small">
        <UtcTime iso={createdAt} />
      </td>
      <td className="sent-state">
        <Badge {...getDeliveryBadge(delivery)} />
      </td>
    </tr>
  );
}

/** Arrow keys move between checkboxes; with Shift they also select. */
function handleArrowKeys(
  event: KeyboardEvent<HTMLInputElement>,
  { selection, listedIds, onSelectionChange }: SelectionProps,
): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const body = event.currentTarget.closest('tbody');
  const checkboxes = [...(body?.querySelectorAll<HTMLInputElement>('.pick input') ?? [])];
  const index = checkboxes.indexOf(event.currentTarget);
  const next = step === undefined || index < 0 ? null : checkboxes[index + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  const [currentId, nextId] = [listedIds[index], listedIds[index + (step ?? 0)]];
  if (!event.shiftKey || currentId === undefined || nextId === undefined) return;
  onSelectionChange({ ids: new Set([...selection.ids, currentId, nextId]), anchor: nextId });
}

function SelectAllCheckbox({ selection, listedIds, onSelectionChange }: SelectionProps) {
  const checkboxRef: RefObject<HTMLInputElement | null> = useRef(null);
  const count = getSelectedIds(selection, listedIds).length;
  useEffect(() => {
    if (checkboxRef.current) checkboxRef.current.indeterminate = count > 0 && count < listedIds.length;
  }, [count, listedIds.length]);
  return (
    <label className="pick">
      <input
        ref={checkboxRef}
        type="checkbox"
        aria-label="Pick all of this page"
        checked={count > 0 && count === listedIds.length}
        onChange={() => onSelectionChange(toggleAll(selection, listedIds))}
      />
    </label>
  );
}

type Props = {
  deliveries: readonly WebhookDelivery[];
  /** A new page is loading, and this one is outdated. */
  isStale: boolean;
  selection: Selection;
  onSelectionChange: (selection: Selection) => void;
};

export function DeliveryTable({ deliveries, isStale, selection, onSelectionChange }: Props) {
  const selectionProps = { selection, listedIds: deliveries.map(({ id }) => id), onSelectionChange };
  return (
    <table className="table rows sent" aria-busy={isStale || undefined}>
      <caption className="vh">Deliveries, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className="pick-cell">
            <SelectAllCheckbox {...selectionProps} />
          </th>
          <th scope="col">Event</th>
          <th scope="col">What became of it</th>
          <th scope="col">When</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} selectionProps={selectionProps} />
        ))}
      </tbody>
    </table>
  );
}
