/** Triggers of errors about domains and webhooks. For tests only. */
import { eq } from 'drizzle-orm';

import { planSubscriptions } from '#server/db/schema-plans.ts';

import { createApiClient } from './api-client.ts';
import type { ErrorTrigger } from './api-contract-common-errors.ts';
import { claimDomain, verifiedDomain, sellerWithDomains, writeRecords } from './domain-env.ts';
import { sellerIdOf } from './seller-plans.ts';

const HOOK_URL = 'https://hooks.till.example.com/z';
const INTERNAL_URL_CALL = { body: { url: 'https://10.0.0.1/' } };

/** Creates a seller with a domain whose plan no longer includes domains. */
const downgradeSeller: ErrorTrigger = async (testEnv) => {
  const { app } = testEnv;
  const seller = await sellerWithDomains(testEnv);
  const { id: domainId } = await claimDomain(seller, 'smaller.till.example.com');
  const { pageId } = await seller.publishPage({}, 'smaller');
  await app.context.db
    .update(planSubscriptions)
    .set({ plan: 'starter' })
    .where(eq(planSubscriptions.sellerId, await sellerIdOf(app, seller)));
  return { apiClient: await createApiClient(app, seller), ids: { domainId }, body: { pageId } };
};

/** Lets two sellers claim a domain that both can verify: the first one keeps it. */
const claimVerifiedDomain: ErrorTrigger = async (testEnv) => {
  const domainClaim = await claimDomain(testEnv.seller, 'both.till.example.com');
  await verifiedDomain(testEnv, await sellerWithDomains(testEnv), 'both.till.example.com');
  writeRecords(testEnv.nameServer, domainClaim);
  return { ids: { domainId: domainClaim.id } };
};

const pauseEndpoint: ErrorTrigger = async ({ apiClient }) => {
  const { body } = await apiClient.send<{ id: string }>('POST', '/webhook-endpoints', {
    body: { url: HOOK_URL },
  });
  const ids = { endpointId: body.id };
  await apiClient.send('PATCH', `/webhook-endpoints/${ids.endpointId}`, { body: { state: 'paused' } });
  return { ids };
};

/** In this order: the last one claims as many domains as a seller may have. */
export const INTEGRATION_ERROR_TRIGGERS: Readonly<Record<string, ErrorTrigger>> = {
  'POST /domains plan_upgrade_required': ({ trialClient }) => ({
    apiClient: trialClient,
    body: { host: 'early.till.example.com' },
  }),
  'PATCH /domains/{domainId} plan_upgrade_required': downgradeSeller,
  'POST /domains domain_invalid': () => ({ body: { host: 'not a host' } }),
  'POST /domains domain_taken': async (testEnv) => {
    await verifiedDomain(testEnv, testEnv.seller, 'taken.till.example.com');
    return { apiClient: testEnv.stranger, body: { host: 'taken.till.example.com' } };
  },
  'POST /domains/{domainId}/check domain_taken': claimVerifiedDomain,
  'POST /webhook-endpoints webhook_url_not_allowed': () => INTERNAL_URL_CALL,
  'PATCH /webhook-endpoints/{endpointId} webhook_url_not_allowed': () => INTERNAL_URL_CALL,
  'POST /webhook-endpoints webhook_endpoint_limit_reached': async ({ trialClient }) => {
    for (const _ of [1, 2]) await trialClient.send('POST', '/webhook-endpoints', { body: { url: HOOK_URL } });
    return { apiClient: trialClient, body: { url: HOOK_URL } };
  },
  'POST /webhook-endpoints/{endpointId}/test webhook_endpoint_paused': pauseEndpoint,
  'POST /webhook-deliveries/{deliveryId}/redeliver webhook_endpoint_paused': async (testEnv, operation) => {
    const { ids } = await pauseEndpoint(testEnv, operation);
    const { apiClient } = testEnv;
    await apiClient.send('PATCH', `/webhook-endpoints/${ids?.endpointId}`, { body: { state: 'active' } });
    const path = `/webhook-endpoints/${ids?.endpointId}/test`;
    const { body } = await apiClient.send<{ id: string }>('POST', path, { body: {} });
    await apiClient.send('PATCH', `/webhook-endpoints/${ids?.endpointId}`, { body: { state: 'paused' } });
    return { ids: { deliveryId: body.id } };
  },
  'POST /webhook-endpoints/{endpointId}/redeliver webhook_endpoint_paused': async (testEnv, operation) => ({
    ...(await pauseEndpoint(testEnv, operation)),
    body: { failedSince: '2020-01-01T00:00:00Z' },
  }),
  'POST /domains domain_limit_reached': async ({ apiClient }) => {
    for (const name of ['a', 'b', 'c', 'd'])
      await apiClient.send('POST', '/domains', { body: { host: `${name}.till.example.com` } });
    return { body: { host: 'last.till.example.com' } };
  },
};
