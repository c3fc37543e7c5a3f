import { choiceParam, createUrlCodec, optionalParam, parseUuid, type UrlStateCodec } from '#app/lib/url-state.ts';
import { DELIVERY_STATES } from '#domain/webhook-endpoint.ts';
import { isWebhookEventType } from '#domain/webhook-event.ts';

const URL_CODEC = createUrlCodec({
  state: choiceParam('state', DELIVERY_STATES, null),
  event: optionalParam('event', (text) => (isWebhookEventType(text) ? text : null)),
  /** Start of the page; null: the newest delivery. */
  cursor: optionalParam('from', (text) => (/^[\w.~-]{1,200}$/.test(text) ? text : null)),
  /** Id of the delivery in the dialog. */
  openId: optionalParam('delivery', parseUuid),
});

export type DeliveryListParams = typeof URL_CODEC.defaults;

export const { parse: parseDeliveryListParams, toSearchParams: toDeliverySearchParams } = URL_CODEC;

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
  ...URL_CODEC,
  withChange: changeDeliveryParams,
};

export const hasDeliveryFilters = ({ state, event }: DeliveryListParams): boolean => state !== null || event !== null;
