import type { Account } from '#domain/account.ts';
import type { ApiKey } from '#domain/api-key.ts';
import type { WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint } from '#domain/webhook-endpoint.ts';

import type { RpcHandlers } from './fake-rpc.ts';

export const ENDPOINT_ID = '66666666-6666-4666-8666-000000000001';
const NOW = '2026-03-02T10:00:00Z';

/** An active webhook endpoint of a bookkeeping program. */
export const createWebhookEndpoint = (overrides: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: ENDPOINT_ID,
  url: 'https://books.example.com/hook',
  description: 'Bookkeeping',
  format: 'standard',
  events: [],
  state: 'active',
  pausedBy: null,
  createdAt: NOW,
  oldSecretUntil: null,
  failingSince: null,
  lastDeliveredAt: null,
  delivered: 0,
  failed: 0,
  waiting: 0,
  ...overrides,
});

export const getDeliveryId = (number: number): string => `77777777-7777-4777-8777-${String(number).padStart(12, '0')}`;

/** A successful delivery of `order.paid` for order 1. */
export const createDelivery = (number: number, overrides: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: getDeliveryId(number),
  messageId: `msg_${number}`,
  type: 'order.paid',
  orderNumber: 1,
  state: 'delivered',
  tries: 1,
  createdAt: NOW,
  nextTryAt: null,
  deliveredAt: NOW,
  lastStatus: 200,
  lastProblem: null,
  ...overrides,
});

/** A delivery that received status 500, with its next attempt far in the future. */
export const createFailingDelivery = (number = 1): WebhookDelivery =>
  createDelivery(number, {
    state: 'waiting',
    deliveredAt: null,
    nextTryAt: '2126-03-02T10:00:00Z',
    lastStatus: 500,
    lastProblem: 'It answered 500.',
  });

export const createDeliveryDetail = (
  delivery: WebhookDelivery,
  overrides: Partial<WebhookDeliveryDetail> = {},
): WebhookDeliveryDetail => ({
  ...delivery,
  body: '{"type":"order.paid","data":{"email":"bo@example.com"}}',
  log: [
    {
      at: NOW,
      took: 12,
      address: '203.0.113.9',
      requestHeaders: [['webhook-id', delivery.messageId]],
      status: 500,
      answerHeaders: [['content-type', 'text/plain']],
      answer: 'set to fail',
      answerCut: false,
      problem: 'It answered 500.',
    },
  ],
  ...overrides,
});

/** A key without expiry that was never used. */
export const createApiKey = (overrides: Partial<ApiKey> = {}): ApiKey => ({
  id: '88888888-8888-4888-8888-000000000001',
  name: 'Nightly export',
  start: 'tw_test_abc',
  scopes: ['pages:read', 'orders:read', 'analytics:read', 'account:read'],
  createdAt: NOW,
  expiresAt: null,
  lastUsedAt: null,
  lastUsedFrom: null,
  ...overrides,
});

/** Account of a seller who reauthenticates with a password. */
export const createPasswordAccount = (): Account => ({
  email: 'marlow@example.com',
  emailConfirmed: true,
  newEmail: null,
  name: '',
  hasPassword: true,
  recoveryCodesLeft: null,
  removedByReset: null,
  mayHaveSecondStep: true,
  unshown: ['first'],
  createdAt: NOW,
  options: { providers: [], captcha: null, minPassword: 6, phone: true },
});

/** Handlers of a server with these webhook endpoints and API keys. */
export const createIntegrationHandlers = ({
  endpoints = [],
  most = 2,
  keys = [],
}: { endpoints?: WebhookEndpoint[]; most?: number; keys?: ApiKey[] } = {}): RpcHandlers => ({
  'list-webhook-endpoints': () => ({ endpoints, most }),
  'list-api-keys': () => ({ keys }),
});

type EndpointServer = RpcHandlers & {
  updateEndpoint: (changes: Partial<WebhookEndpoint>) => WebhookEndpoint;
  /** Replaces the deliveries. */
  setLog: (deliveries: readonly WebhookDelivery[]) => void;
};

/** Handlers of a server with one webhook endpoint and these deliveries. */
export function createEndpointHandlers(
  initialLog: readonly WebhookDelivery[] = [],
  initial: WebhookEndpoint = createWebhookEndpoint(),
): EndpointServer {
  let endpoint = initial;
  let log = [...initialLog];
  const updateEndpoint = (changes: Partial<WebhookEndpoint>) => {
    endpoint = { ...endpoint, ...changes };
    return endpoint;
  };
  return {
    ...createIntegrationHandlers(),
    updateEndpoint,
    setLog: (deliveries) => {
      log = [...deliveries];
    },
    'get-webhook-endpoint': () => ({ endpoint }),
    'list-webhook-deliveries': ({ state }) => ({
      deliveries: log.filter((delivery) => state === undefined || delivery.state === state),
      next: null,
    }),
    'update-webhook-endpoint': ({ state = endpoint.state }) => ({
      endpoint: updateEndpoint({ state, pausedBy: state === 'paused' ? 'seller' : null }),
    }),
  };
}
