import type { ChangeEvent, KeyboardEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { webhookDeliveryMessages } from '#content/messages/webhook-deliveries.ts';
import type { WebhookDelivery } from '#domain/webhook-endpoint.ts';

import { getDeliveryBadge, formatOutcome } from './delivery-display.ts';
import { toDeliverySearchParams, changeDeliveryParams, parseDeliveryListParams } from './delivery-list-params.ts';
import { toggleSelection, toggleAll, getSelectedIds, type Selection } from './row-selection.ts';

const messages = webhookDeliveryMessages.table;

type SelectionProps = {
  selection: Selection;
  listedIds: readonly string[];
  onSelectionChange: (selection: Selection) => void;
};

/** Browsers set `shiftKey` on the click event of a checkbox, by mouse and by Space. */
const hasShiftKey = ({ nativeEvent }: ChangeEvent): boolean =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

/** Shows the delivery in a dialog, by its URL. */
function DeliveryLink({ delivery: { id, type, orderNumber } }: { delivery: WebhookDelivery }) {
  const { search } = useLocation();
  const open = toDeliverySearchParams(
    changeDeliveryParams(parseDeliveryListParams(new URLSearchParams(search)), { openId: id }),
  );
  return (
    <>
      <Link className="link-rows__link code-text" to={`?${open.toString()}`} preventScrollReset>
        {type}
      </Link>
      {orderNumber !== null && <span className="small muted num">{messages.order({ number: orderNumber })}</span>}
    </>
  );
}

function SelectCheckbox({ delivery, selectionProps }: { delivery: WebhookDelivery; selectionProps: SelectionProps }) {
  const { id, type, orderNumber } = delivery;
  const { selection, listedIds, onSelectionChange } = selectionProps;
  return (
    <label className="pick">
      <input
        type="checkbox"
        checked={selection.ids.has(id)}
        aria-label={
          orderNumber === null
            ? messages.select({ event: type })
            : messages.selectOfOrder({ event: type, number: orderNumber })
        }
        onKeyDown={(event) => handleArrowKeys(event, selectionProps)}
        onChange={(event) => onSelectionChange(toggleSelection(selection, listedIds, id, hasShiftKey(event)))}
      />
    </label>
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
        aria-label={messages.selectAll}
        checked={count > 0 && count === listedIds.length}
        onChange={() => onSelectionChange(toggleAll(selection, listedIds))}
      />
    </label>
  );
}

const isFailing = ({ state, tries }: WebhookDelivery): boolean =>
  state === 'failed' || (state === 'waiting' && tries > 0);

const NextAttempt = ({ iso }: { iso: string }) => (
  <RichText text={messages.nextAttempt} tags={{ date: () => <UtcTime iso={iso} showSeconds /> }} />
);

const COLUMNS: TableColumn<WebhookDelivery>[] = [
  {
    header: messages.columns.event,
    className: 'delivery-table__type',
    render: (delivery) => <DeliveryLink delivery={delivery} />,
  },
  {
    header: messages.columns.result,
    className: (delivery) =>
      isFailing(delivery) ? 'delivery-table__outcome small' : 'delivery-table__outcome small muted',
    render: (delivery) => (
      <>
        {formatOutcome(delivery)}
        {delivery.state === 'waiting' && delivery.nextTryAt && delivery.tries > 0 && (
          <div className="faint">
            <NextAttempt iso={delivery.nextTryAt} />
          </div>
        )}
      </>
    ),
  },
  {
    header: messages.columns.date,
    className: 'delivery-table__date small',
    render: ({ createdAt }) => <UtcTime iso={createdAt} />,
  },
  {
    header: messages.columns.status,
    className: 'delivery-table__state',
    render: (delivery) => <Badge {...getDeliveryBadge(delivery)} />,
  },
];

type Props = {
  deliveries: readonly WebhookDelivery[];
  /** A new page is loading, and this one is outdated. */
  isStale: boolean;
  selection: Selection;
  onSelectionChange: (selection: Selection) => void;
};

export function DeliveryTable({ deliveries, isStale, selection, onSelectionChange }: Props) {
  const selectionProps = { selection, listedIds: deliveries.map(({ id }) => id), onSelectionChange };
  const checkboxColumn: TableColumn<WebhookDelivery> = {
    header: <SelectAllCheckbox {...selectionProps} />,
    headerClassName: 'delivery-table__select-cell',
    className: 'delivery-table__select-cell',
    render: (delivery) => <SelectCheckbox delivery={delivery} selectionProps={selectionProps} />,
  };
  return (
    <Table
      caption={messages.caption}
      className="rows sent"
      columns={[checkboxColumn, ...COLUMNS]}
      rows={deliveries}
      getKey={({ id }) => id}
      isStale={isStale}
      isSelected={({ id }) => selection.ids.has(id)}
    />
  );
}
