import { toEntitlementResource } from '#domain/api-resources/entitlement-resources.ts';
import type { WebhookEventType } from '#domain/webhook-event.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { listOrderEntitlements } from '#server/delivery/queries/order-entitlements.ts';

import { emitWebhooks, type OutgoingEvent } from '../webhooks/emit-webhooks.ts';
import { describeAccessChange } from '../webhooks/event-sentences.ts';
import type { OrderAggregate } from './order-aggregate.ts';
import { hasOrder, loadResourceSources, toOrderResource, withCustomers, type OrderSource } from './order-resources.ts';
import { findAccessChange, type AccessChange } from './update-entitlements.ts';

type EntitlementEventType = Extract<WebhookEventType, `entitlement.${AccessChange}` | 'license.replaced'>;

/** `reference`: distinguishes the events of an entitlement. */
type EntitlementEvent = { type: EntitlementEventType; entitlementId: string; reference: string; at: Date };

/**
 * Emits a webhook for each change of access, in the transaction that writes it, after those of the order. Returns whether the
 * caller must wake the `deliveries` worker after the commit.
 */
export async function emitEntitlementWebhooks(
  context: Context,
  tx: Db,
  aggregateChanges: readonly { before: OrderAggregate; after: OrderAggregate }[],
): Promise<boolean> {
  const changes = aggregateChanges.flatMap(({ before, after }) => {
    const events = after.entitlements.flatMap((entitlement): EntitlementEvent[] => {
      const { id: entitlementId, changedAt: at } = entitlement;
      const change = findAccessChange(
        before.entitlements.find(({ id }) => id === entitlementId),
        entitlement,
      );
      return change ? [{ type: `entitlement.${change}`, entitlementId, reference: at.toISOString(), at }] : [];
    });
    return events.length > 0 ? [{ aggregate: after, events }] : [];
  });
  const sources = await withCustomers(
    tx,
    changes.map(({ aggregate }) => aggregate),
  );
  return emitEvents(
    context,
    tx,
    changes.flatMap(({ events }, index) => {
      const source = sources[index];
      return source && hasOrder(source) ? [{ source, events }] : [];
    }),
  );
}

/** Emits the event of a license key that was replaced, after the change is written. */
export async function emitLicenseReplaced(
  context: Context,
  tx: Db,
  { attemptId, entitlementId, licenseId }: { attemptId: string; entitlementId: string; licenseId: string },
): Promise<boolean> {
  const sources = (await loadResourceSources(tx, [{ mode: context.mode, attemptId }])).filter(hasOrder);
  const event = { type: 'license.replaced' as const, entitlementId, reference: licenseId, at: context.now() };
  return emitEvents(
    context,
    tx,
    sources.map((source) => ({ source, events: [event] })),
  );
}

async function emitEvents(
  context: Context,
  tx: Db,
  changes: readonly { source: OrderSource; events: readonly EntitlementEvent[] }[],
): Promise<boolean> {
  if (changes.length === 0) return false;
  const entitlements = await listOrderEntitlements(
    tx,
    changes.map(({ source }) => source.attempt.id),
  );
  const outgoing = changes.flatMap(({ source, events }) => {
    const order = toOrderResource(source);
    return events.flatMap(({ type, entitlementId, reference, at }): OutgoingEvent[] => {
      const entitlement = entitlements.find(({ id }) => id === entitlementId);
      if (!entitlement) return [];
      return [
        {
          sellerId: source.attempt.sellerId,
          subject: source.attempt.id,
          orderNumber: source.order.number,
          key: `${type} ${entitlementId} ${reference}`,
          type,
          at,
          data: { entitlement: toEntitlementResource(entitlement), order },
          sentence: describeAccessChange(type, entitlement.name, order),
        },
      ];
    });
  });
  return emitWebhooks(context, tx, outgoing);
}
