import { DELIVERY_STATES, type DeliveryState } from '#domain/webhook-endpoint.ts';
import { isWebhookEventType, type WebhookEventType } from '#domain/webhook-event.ts';

/** Params of the log in the URL. Unknown values are ignored, so every URL works. */
export type DeliveryWish = {
  state: DeliveryState | null;
  event: WebhookEventType | null;
  /** Start of the page; null: the newest delivery. */
  cursor: string | null;
  /** Id of the delivery in the dialog. */
  open: string | null;
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const CURSOR = /^[\w.~-]{1,200}$/;

export function wishFrom(address: URLSearchParams): DeliveryWish {
  const [state, event] = [address.get('state'), address.get('event') ?? ''];
  const [cursor, open] = [address.get('from') ?? '', address.get('delivery') ?? ''];
  return {
    state: DELIVERY_STATES.find((one) => one === state) ?? null,
    event: isWebhookEventType(event) ? event : null,
    cursor: CURSOR.test(cursor) ? cursor : null,
    open: UUID.test(open) ? open : null,
  };
}

export function addressOf({ state, event, cursor, open }: DeliveryWish): URLSearchParams {
  const said = { state, event, from: cursor, delivery: open };
  return new URLSearchParams(
    Object.entries(said).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/** A new filter starts at the newest delivery; opening a delivery keeps the page. */
export const changed = (wish: DeliveryWish, change: Partial<DeliveryWish>): DeliveryWish => ({
  ...wish,
  cursor: 'state' in change || 'event' in change ? null : wish.cursor,
  ...change,
});

export const isNarrowed = ({ state, event }: DeliveryWish): boolean => state !== null || event !== null;
