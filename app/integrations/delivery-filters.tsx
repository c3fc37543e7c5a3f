import { Radio } from 'lucide-react';

import { ChipSelect } from '#app/ui/chip-select.tsx';
import type { DeliveryState } from '#domain/webhook-endpoint.ts';
import { isWebhookEventType, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { DELIVERY_LOOKS } from './delivery-look.ts';
import type { DeliveryWish } from './delivery-wish.ts';

/** Sorted by frequency of use. */
const CHIPS: readonly DeliveryState[] = ['failed', 'waiting', 'held', 'delivered'];

const EVENTS = WEBHOOK_EVENT_TYPES.map((event) => ({ value: event, label: event }));

type Props = { wish: DeliveryWish; change: (to: Partial<DeliveryWish>) => void };

/** Filters of the delivery log. The URL stores them. */
export function DeliveryFilters({ wish, change }: Props) {
  return (
    <div className="hook-filters" role="search" aria-label="Deliveries">
      <div className="hook-chips" role="group" aria-label="State">
        <button
          type="button"
          className="chip"
          aria-pressed={wish.state === null}
          onClick={() => change({ state: null })}
        >
          All
        </button>
        {CHIPS.map((state) => (
          <button
            key={state}
            type="button"
            className="chip"
            aria-pressed={wish.state === state}
            onClick={() => change({ state })}
          >
            {DELIVERY_LOOKS[state].label}
          </button>
        ))}
      </div>
      <ChipSelect
        label="Event"
        any="Any event"
        Icon={Radio}
        value={wish.event ?? ''}
        options={EVENTS}
        onChange={(event) => change({ event: isWebhookEventType(event) ? event : null })}
      />
    </div>
  );
}
