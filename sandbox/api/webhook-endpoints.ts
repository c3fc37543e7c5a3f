import { endpoint, type CallContext, type Resource } from '../call.ts';
import { API_VERSION } from '../events.ts';
import { toList } from '../listing.ts';
import { integer, text } from '../params.ts';
import { resourceMissing } from '../problem.ts';

const toWebhookEndpoint = (endpointConfig: CallContext['endpoints'][number]): object => ({
  id: endpointConfig.id,
  object: 'webhook_endpoint',
  api_version: API_VERSION,
  application: endpointConfig.scope === 'connect' ? 'ca_Sandbox' : null,
  created: 0,
  description: `Configured endpoint of the ${endpointConfig.scope} scope`,
  enabled_events: ['*'],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url: endpointConfig.url,
});

const listPlatformEndpoints = (call: CallContext): CallContext['endpoints'] =>
  call.account === '' ? call.endpoints : [];

/** The configured webhook endpoints of the sandbox. They belong to the platform and cannot be changed by API. */
export const webhookEndpoints: Resource = {
  endpoints: [
    endpoint(
      'GET /v1/webhook_endpoints',
      { limit: integer(1, 100), starting_after: text(), ending_before: text() },
      (call) => toList('/v1/webhook_endpoints', listPlatformEndpoints(call).map(toWebhookEndpoint)),
    ),
    endpoint('GET /v1/webhook_endpoints/:id', {}, (call, _params, id) => {
      const endpointConfig = listPlatformEndpoints(call).find((candidate) => candidate.id === id);
      if (!endpointConfig) throw resourceMissing('webhook_endpoint', id);
      return toWebhookEndpoint(endpointConfig);
    }),
  ],
};
