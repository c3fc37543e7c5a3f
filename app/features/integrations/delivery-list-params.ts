import { parseUuid, type UrlStateCodec } from '#app/lib/url-state.ts';
import { DELIVERY_STATES, type DeliveryState } from '#domain/webhook-endpoint.ts';
import { isWebhookEventType, type WebhookEventType } from '#domain/webhook-event.ts';

/** Params of the log in the URL. Unknown values are ignored, so every URL works. */
export type DeliveryListParams = {
  state: DeliveryState | null;
  event: WebhookEventType | null;
  /** Start of the page; null: the newest delivery. */
  cursor: string | null;
  /** Id of the delivery in the dialog. */
  openId: string | null;
};

const CURSOR = /^[\w.~-]{1,200}$/;

export function parseDeliveryListParams(searchParams: URLSearchParams): DeliveryListParams {
  const [state, event] = [searchParams.get('state'), searchParams.get('event') ?? ''];
  const cursor = searchParams.get('from') ?? '';
  return {
    state: DELIVERY_STATES.find((candidate) => candidate === state) ?? null,
    event: isWebhookEventType(event) ? event : null,
    cursor: CURSOR.test(cursor) ? cursor : null,
    openId: parseUuid(searchParams.get('delivery')),
  };
}

export function toDeliverySearchParams({ state, event, cursor, openId }: DeliveryListParams): URLSearchParams {
  const values = { state, event, from: cursor, delivery: openId };
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/** A new filter starts at the newest delivery; opening a delivery keeps the page. */
export const changeDeliveryParams = (
  params: DeliveryListParams,
  change: Partial<DeliveryListParams>,
): DeliveryListParams => ({
  ...params,
  cursor: 'state' in change || 'event' in change ? null : params.cursor,
  ...change,
});

export const DELIVERY_PARAMS_CODEC: UrlStateCodec<DeliveryListParams> = {
  parse: parseDeliveryListParams,
  toSearchParams: toDeliverySearchParams,
  withChange: changeDeliveryParams,
};

export const hasDeliveryFilters = ({ state, event }: DeliveryListParams): boolean => state !== null || event !== null;
