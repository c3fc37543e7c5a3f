import { CONFIRM_DAYS } from '#domain/deliverable.ts';
import type { EmailDelivery } from '#domain/email.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';

import { accessLinkPath, createAccessLink } from './access-links.ts';
import { getDeliveredStatus, listKeysOf } from './delivered.ts';
import { listBuyerEntitlements, type BuyerEntitlement } from './entitlement-access.ts';

/** The email of an order with more license keys shows these, and its link all of them. */
const MAX_KEYS_IN_EMAIL = 50;

type EmailContext = Pick<Context, 'secrets' | 'config' | 'now'>;

/**
 * What emails to the buyers of these attempts deliver, with a new link for each, in the transaction that queues them.
 * Attempts that deliver nothing now are left out.
 */
export async function createEmailDeliveries(
  context: EmailContext,
  tx: Db,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, EmailDelivery>> {
  if (attemptIds.length === 0) return new Map();
  const now = context.now();
  const rows = await listBuyerEntitlements(tx, attemptIds);
  const usable = rows.filter((row) => ['ready', 'incomplete'].includes(getDeliveredStatus(row, now)));
  const deliveries = new Map<string, EmailDelivery>();
  for (const [attemptId, rowsOfAttempt] of Map.groupBy(usable, ({ entitlement }) => entitlement.attemptId))
    deliveries.set(attemptId, await createEmailDelivery(context, tx, attemptId, rowsOfAttempt));
  return deliveries;
}

async function createEmailDelivery(
  context: EmailContext,
  tx: Db,
  attemptId: string,
  rows: readonly BuyerEntitlement[],
): Promise<EmailDelivery> {
  const linkDays = getConfirmAfterDays(rows);
  const { token } = await createAccessLink(context, tx, { attemptId, now: context.now(), confirmAfterDays: linkDays });
  const keysById = await listKeysOf({ ...context, db: tx }, rows);
  const byDeliverable = Map.groupBy(rows, ({ deliverable }) => deliverable.id);
  const items = [...byDeliverable.values()].flatMap((rowsOfDeliverable) => {
    const [first] = rowsOfDeliverable;
    if (!first) return [];
    const { name, kind } = first.deliverable;
    const allKeys = rowsOfDeliverable.flatMap(({ entitlement }) => keysById.get(entitlement.id) ?? []);
    const keys = allKeys.slice(0, MAX_KEYS_IN_EMAIL);
    const ofProduct = first.product === null ? {} : { product: first.product };
    return [{ name, ...ofProduct, kind, keys, moreKeys: allKeys.length - keys.length }];
  });
  return { link: context.config.appUrl + accessLinkPath(token), linkDays, items };
}

/** The fewest days of the files in the order. */
function getConfirmAfterDays(rows: readonly BuyerEntitlement[]): number {
  const days = rows.flatMap(({ deliverable: { settings } }) =>
    settings.kind === 'file' ? settings.confirmAfterDays : [],
  );
  return days.length > 0 ? Math.min(...days) : CONFIRM_DAYS.default;
}
