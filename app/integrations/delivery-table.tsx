import type { ChangeEvent, KeyboardEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';

import { Badge } from '#app/ui/badge.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { WebhookDelivery } from '#domain/webhook-endpoint.ts';

import { deliveryLook, outcomeText } from './delivery-look.ts';
import { addressOf, changed, wishFrom } from './delivery-wish.ts';
import { pick, pickAll, pickedIn, type Picked } from './picked.ts';

type Picking = { picked: Picked; list: readonly string[]; onPick: (picked: Picked) => void };

/** Browsers set `shiftKey` on the click event of a checkbox, by mouse and by Space. */
const withShift = ({ nativeEvent }: ChangeEvent): boolean =>
  'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;

function DeliveryRow({ delivery, picking }: { delivery: WebhookDelivery; picking: Picking }) {
  const { id, type, orderNumber, createdAt, nextTryAt, state } = delivery;
  const { search } = useLocation();
  const { picked, list, onPick } = picking;
  const open = addressOf(changed(wishFrom(new URLSearchParams(search)), { open: id }));
  const isFailing = state === 'failed' || (state === 'waiting' && delivery.tries > 0);
  return (
    <tr data-picked={picked.ids.has(id) || undefined}>
      <td className="pick-cell">
        <label className="pick">
          <input
            type="checkbox"
            checked={picked.ids.has(id)}
            aria-label={`Pick ${type}${orderNumber === null ? '' : ` of order ${orderNumber}`}`}
            onKeyDown={(event) => stepByKeys(event, picking)}
            onChange={(event) => onPick(pick(picked, list, id, withShift(event)))}
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
        {outcomeText(delivery)}
        {state === 'waiting' && nextTryAt && delivery.tries > 0 && (
          <div className="faint">
            Next at <UtcTime iso={nextTryAt} seconds />
          </div>
        )}
      </td>
      <td className="sent-when small">
        <UtcTime iso={createdAt} />
      </td>
      <td className="sent-state">
        <Badge {...deliveryLook(delivery)} />
      </td>
    </tr>
  );
}

/** Arrow keys move between checkboxes; with Shift they also select. */
function stepByKeys(event: KeyboardEvent<HTMLInputElement>, { picked, list, onPick }: Picking): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const body = event.currentTarget.closest('tbody');
  const boxes = [...(body?.querySelectorAll<HTMLInputElement>('.pick input') ?? [])];
  const place = boxes.indexOf(event.currentTarget);
  const next = step === undefined || place < 0 ? null : boxes[place + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  const [here, there] = [list[place], list[place + (step ?? 0)]];
  if (!event.shiftKey || here === undefined || there === undefined) return;
  onPick({ ids: new Set([...picked.ids, here, there]), anchor: there });
}

function PickAllBox({ picked, list, onPick }: Picking) {
  const box: RefObject<HTMLInputElement | null> = useRef(null);
  const count = pickedIn(picked, list).length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && count < list.length;
  }, [count, list.length]);
  return (
    <label className="pick">
      <input
        ref={box}
        type="checkbox"
        aria-label="Pick all of this page"
        checked={count > 0 && count === list.length}
        onChange={() => onPick(pickAll(picked, list))}
      />
    </label>
  );
}

type Props = {
  deliveries: readonly WebhookDelivery[];
  /** A new page is loading, and this one is outdated. */
  late: boolean;
  picked: Picked;
  onPick: (picked: Picked) => void;
};

export function DeliveryTable({ deliveries, late, picked, onPick }: Props) {
  const picking = { picked, list: deliveries.map(({ id }) => id), onPick };
  return (
    <table className="table rows sent" aria-busy={late || undefined}>
      <caption className="vh">Deliveries, newest first</caption>
      <thead>
        <tr>
          <th scope="col" className="pick-cell">
            <PickAllBox {...picking} />
          </th>
          <th scope="col">Event</th>
          <th scope="col">What became of it</th>
          <th scope="col">When</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} picking={picking} />
        ))}
      </tbody>
    </table>
  );
}
