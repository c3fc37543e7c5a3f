import type {
  DeliveryState,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookFormat,
} from './webhook-endpoint.ts';
import type { WebhookEventType } from './webhook-event.ts';

type OneEndpoint = { endpointId: string };
type Said = { description?: string; format?: WebhookFormat; events?: WebhookEventType[] };

/** RPC functions of webhooks. */
export type WebhookCalls = {
  /** `most`: the plan's limit. */
  'list-webhook-endpoints': {
    body: Record<string, never>;
    answer: { endpoints: WebhookEndpoint[]; most: number };
  };
  /** The secret signs deliveries (Standard Webhooks, `whsec_…`); it can be shown again. */
  'create-webhook-endpoint': {
    body: { url: string } & Said;
    answer: { endpoint: WebhookEndpoint; secret: string };
  };
  'get-webhook-endpoint': { body: OneEndpoint; answer: { endpoint: WebhookEndpoint } };
  'update-webhook-endpoint': {
    body: OneEndpoint & { url?: string; state?: WebhookEndpoint['state'] } & Said;
    answer: { endpoint: WebhookEndpoint };
  };
  'delete-webhook-endpoint': { body: OneEndpoint; answer: { deleted: true } };
  'show-webhook-secret': { body: OneEndpoint; answer: { secret: string } };
  /** The old secret signs in addition to the new one for a day. */
  'rotate-webhook-secret': { body: OneEndpoint; answer: { secret: string; endpoint: WebhookEndpoint } };
  'send-test-webhook': { body: OneEndpoint; answer: { delivery: WebhookDelivery } };
  /** Newest first; `cursor` is the `next` of the previous response. */
  'list-webhook-deliveries': {
    body: OneEndpoint & {
      state?: DeliveryState;
      event?: WebhookEventType;
      cursor?: string;
      limit?: number;
    };
    answer: { deliveries: WebhookDelivery[]; next: string | null };
  };
  'get-webhook-delivery': { body: { deliveryId: string }; answer: { delivery: WebhookDeliveryDetail } };
  /** Redelivers the given deliveries, or all that failed since a time (ISO 8601); oldest first, up to a hundred per call. */
  'redeliver-webhooks': {
    body: OneEndpoint & ({ deliveryIds: string[] } | { failedSince: string });
    answer: { queued: number };
  };
};
