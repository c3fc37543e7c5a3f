import type {
  DeliveryState,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookFormat,
} from './webhook-endpoint.ts';
import type { WebhookEventType } from './webhook-event.ts';

type EndpointRef = { endpointId: string };
type EndpointSettings = { description?: string; format?: WebhookFormat; events?: WebhookEventType[] };

/** RPC functions of webhooks. */
export type WebhookRpc = {
  /** `most`: the plan's limit. */
  'list-webhook-endpoints': {
    body: Record<string, never>;
    response: { endpoints: WebhookEndpoint[]; most: number };
  };
  /** The secret signs deliveries (Standard Webhooks, `whsec_…`); it can be shown again. */
  'create-webhook-endpoint': {
    body: { url: string } & EndpointSettings;
    response: { endpoint: WebhookEndpoint; secret: string };
  };
  'get-webhook-endpoint': { body: EndpointRef; response: { endpoint: WebhookEndpoint } };
  'update-webhook-endpoint': {
    body: EndpointRef & { url?: string; state?: WebhookEndpoint['state'] } & EndpointSettings;
    response: { endpoint: WebhookEndpoint };
  };
  'delete-webhook-endpoint': { body: EndpointRef; response: { deleted: true } };
  'show-webhook-secret': { body: EndpointRef; response: { secret: string } };
  /** The old secret signs in addition to the new one for a day. */
  'rotate-webhook-secret': { body: EndpointRef; response: { secret: string; endpoint: WebhookEndpoint } };
  'send-test-webhook': { body: EndpointRef; response: { delivery: WebhookDelivery } };
  /** Newest first; `cursor` is the `next` of the previous response. */
  'list-webhook-deliveries': {
    body: EndpointRef & {
      state?: DeliveryState;
      event?: WebhookEventType;
      cursor?: string;
      limit?: number;
    };
    response: { deliveries: WebhookDelivery[]; next: string | null };
  };
  'get-webhook-delivery': { body: { deliveryId: string }; response: { delivery: WebhookDeliveryDetail } };
  /** Redelivers the given deliveries, or all that failed since a time (ISO 8601); oldest first, up to a hundred per call. */
  'redeliver-webhooks': {
    body: EndpointRef & ({ deliveryIds: string[] } | { failedSince: string });
    response: { queued: number };
  };
};
