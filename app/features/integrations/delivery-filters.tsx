import { Radio } from 'lucide-react';

import { FilterSelect } from '#app/components/filter-select.tsx';
import type { DeliveryState } from '#domain/webhook-endpoint.ts';
import { isWebhookEventType, WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';

import { DELIVERY_STATE_BADGES } from './delivery-display.ts';
import type { DeliveryListParams } from './delivery-list-params.ts';

/** Sorted by frequency of use. */
const STATE_FILTERS: readonly DeliveryState[] = ['failed', 'waiting', 'held', 'delivered'];

const EVENT_OPTIONS = WEBHOOK_EVENT_TYPES.map((event) => ({ value: event, label: event }));

type Props = { params: DeliveryListParams; change: (to: Partial<DeliveryListParams>) => void };

/** Filters of the delivery log. The URL stores them. */
export function DeliveryFilters({ params, change }: Props) {
  return (
    <div className="hook-filters" role="search" aria-label="Deliveries">
      <div className="hook-chips" role="group" aria-label="State">
        <button
          type="button"
          className="chip"
          aria-pressed={params.state === null}
          onClick={() => change({ state: null })}
        >
          All
        </button>
        {STATE_FILTERS.map((state) => (
          <button
            key={state}
            type="button"
            className="chip"
            aria-pressed={params.state === state}
            onClick={() => change({ state })}
          >
            {DELIVERY_STATE_BADGES[state].label}
          </button>
        ))}
      </div>
      <FilterSelect
        label="Event"
        placeholder="Any event"
        Icon={Radio}
        value={params.event ?? ''}
        options={EVENT_OPTIONS}
        onChange={(event) => change({ event: isWebhookEventType(event) ? event : null })}
      />
    </div>
  );
}
