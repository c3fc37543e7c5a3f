/** Triggers of errors about domains and webhooks. For tests only. */
import { eq } from 'drizzle-orm';

import { planSubscriptions } from '#server/db/schema-plans.ts';
import { openProgram } from '#server/testing-api.ts';
import { claimed, provenDomain, sellerWithDomains, writeRecords } from '#server/testing-domains.ts';
import { sellerIdOf } from '#server/testing-plans.ts';

import type { Provoke } from './testing-contract-everywhere.ts';

const HOOK = 'https://hooks.till.example.com/z';
const NOT_GLOBAL = { body: { url: 'https://10.0.0.1/' } };

/** Creates a seller with a domain whose plan no longer includes domains. */
const smaller: Provoke = async (world) => {
  const { shop } = world;
  const seller = await sellerWithDomains(world);
  const { id: domainId } = await claimed(seller, 'smaller.till.example.com');
  const { pageId } = await seller.publish({}, 'smaller');
  await shop.context.db
    .update(planSubscriptions)
    .set({ plan: 'starter' })
    .where(eq(planSubscriptions.sellerId, await sellerIdOf(shop, seller)));
  return { program: await openProgram(shop, seller), ids: { domainId }, body: { pageId } };
};

/** Lets two sellers claim a domain that both can verify: the first one keeps it. */
const second: Provoke = async (world) => {
  const mine = await claimed(world.seller, 'both.till.example.com');
  await provenDomain(world, await sellerWithDomains(world), 'both.till.example.com');
  writeRecords(world.zone, mine);
  return { ids: { domainId: mine.id } };
};

const paused: Provoke = async ({ program }) => {
  const { body } = await program.ask<{ endpoint: { id: string } }>('POST', '/webhooks', {
    body: { url: HOOK },
  });
  const ids = { endpointId: body.endpoint.id };
  await program.ask('PATCH', `/webhooks/${ids.endpointId}`, { body: { state: 'paused' } });
  return { ids };
};

/** In this order: the last one claims as many domains as a seller may have. */
export const REACH_REFUSALS: Readonly<Record<string, Provoke>> = {
  'POST /domains plan_needed': ({ onTrial }) => ({
    program: onTrial,
    body: { host: 'early.till.example.com' },
  }),
  'PATCH /domains/{domainId} plan_needed': smaller,
  'POST /domains domain_invalid': () => ({ body: { host: 'not a host' } }),
  'POST /domains domain_taken': async (world) => {
    await provenDomain(world, world.seller, 'taken.till.example.com');
    return { program: world.stranger, body: { host: 'taken.till.example.com' } };
  },
  'POST /domains/{domainId}/check domain_taken': second,
  'POST /webhooks webhook_address_refused': () => NOT_GLOBAL,
  'PATCH /webhooks/{endpointId} webhook_address_refused': () => NOT_GLOBAL,
  'POST /webhooks webhook_endpoint_limit': async ({ onTrial }) => {
    for (const _ of [1, 2]) await onTrial.ask('POST', '/webhooks', { body: { url: HOOK } });
    return { program: onTrial, body: { url: HOOK } };
  },
  'POST /webhooks/{endpointId}/test webhook_paused': paused,
  'POST /webhooks/{endpointId}/redeliver webhook_paused': async (world, operation) => ({
    ...(await paused(world, operation)),
    body: { failedSince: '2020-01-01T00:00:00Z' },
  }),
  'POST /domains domain_limit': async ({ program }) => {
    for (const name of ['a', 'b', 'c', 'd'])
      await program.ask('POST', '/domains', { body: { host: `${name}.till.example.com` } });
    return { body: { host: 'last.till.example.com' } };
  },
};
