import { endpoint, type Call, type Resource } from '../call.ts';
import { apiVersion } from '../events.ts';
import { listOf } from '../listing.ts';
import { integer, text } from '../params.ts';
import { noSuch } from '../problem.ts';

const render = (configured: Call['endpoints'][number]): object => ({
  id: configured.id,
  object: 'webhook_endpoint',
  api_version: apiVersion,
  application: configured.scope === 'connect' ? 'ca_Sandbox' : null,
  created: 0,
  description: `Configured endpoint of the ${configured.scope} scope`,
  enabled_events: ['*'],
  livemode: false,
  metadata: {},
  status: 'enabled',
  url: configured.url,
});

const ofPlatform = (call: Call): Call['endpoints'] => (call.account === '' ? call.endpoints : []);

/** The configured webhook endpoints of the sandbox. They belong to the platform and cannot be changed by API. */
export const webhookEndpoints: Resource = {
  endpoints: [
    endpoint(
      'GET /v1/webhook_endpoints',
      { limit: integer(1, 100), starting_after: text(), ending_before: text() },
      (call) => listOf('/v1/webhook_endpoints', ofPlatform(call).map(render)),
    ),
    endpoint('GET /v1/webhook_endpoints/:id', {}, (call, _params, id) => {
      const configured = ofPlatform(call).find((candidate) => candidate.id === id);
      if (!configured) throw noSuch('webhook_endpoint', id);
      return render(configured);
    }),
  ],
};
