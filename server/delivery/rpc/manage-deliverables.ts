import { z } from 'zod';

import { pageRuleMessages } from '#content/messages/page-rules.ts';
import type { AuditAction } from '#domain/audit.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import { DeliverableName, DeliverableSettings } from '#domain/deliverable-schema.ts';
import { MAX_DELIVERABLES, type Deliverable } from '#domain/deliverable.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { actorOf, recordAudit, type Actor } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  countDeliverables,
  findDeliverable,
  hasPage,
  insertDeliverables,
  isOnSale,
  listDeliverables,
  lockPage,
  toDeliverable,
  updateDeliverable,
  type DeliverableRow,
} from '#server/delivery/queries/deliverables.ts';
import { makeEntitlementsDue, notifyKeyChange } from '#server/delivery/queries/due-entitlements.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

const CHANGE_LIMITS = [{ name: 'deliverable', limit: 120, windowMs: MINUTE_MS }];

export const listPageDeliverables = defineRpcFunction({
  name: 'list-deliverables',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  run: async ({ db }, { caller: { sellerId } }, { pageId }) => {
    const rows = await listDeliverables(db, sellerId, pageId);
    if (rows.length === 0 && !(await hasPage(db, sellerId, pageId))) throw new AppError('not_found');
    return { deliverables: rows.map(toDeliverable) };
  },
});

export const createDeliverable = defineRpcFunction({
  name: 'create-deliverable',
  access: 'writes',
  body: z.strictObject({ pageId: z.uuid(), name: DeliverableName, settings: DeliverableSettings }),
  limits: CHANGE_LIMITS,
  run: async (context, request, { pageId, name, settings }) => {
    const { sellerId } = request.caller;
    return context.db.transaction(async (tx) => {
      // Locks the page, so that concurrent requests cannot exceed the limit together.
      if (!(await lockPage(tx, sellerId, pageId))) throw new AppError('not_found');
      if ((await countDeliverables(tx, pageId)) >= MAX_DELIVERABLES) throw new AppError('deliverable_limit');
      const now = context.now();
      const [id = ''] = await insertDeliverables(tx, [{ sellerId, pageId, name, settings, now }]);
      await recordChange(context, tx, request, { id, kind: settings.kind }, 'deliverable_created');
      return { deliverable: await loadDeliverable(tx, sellerId, id) };
    });
  },
});

/** Takes effect at once, for buyers who have access as well. */
export const changeDeliverable = defineRpcFunction({
  name: 'update-deliverable',
  access: 'writes',
  body: z.strictObject({
    deliverableId: z.uuid(),
    name: DeliverableName.optional(),
    settings: DeliverableSettings.optional(),
  }),
  limits: CHANGE_LIMITS,
  run: async (context, request, { deliverableId, name, settings }) => {
    const { sellerId } = request.caller;
    const changed = await context.db.transaction(async (tx) => {
      const row = await lockDeliverable(tx, sellerId, deliverableId);
      if (settings && settings.kind !== row.kind)
        throw new AppError('invalid_request', {
          facts: {
            problems: [{ path: 'settings.kind', code: 'invalid_value', message: pageRuleMessages.delivery.otherKind }],
          },
        });
      await updateDeliverable(tx, row.id, { ...(name && { name }), ...(settings && { settings }) }, context.now());
      if (settings && !isDeepEqual(settings, row.settings)) {
        await makeEntitlementsDue(tx, row.id, context.now());
        await notifyKeyChange(tx, sellerId);
      }
      await recordChange(context, tx, request, row, 'deliverable_changed');
      return { deliverable: await loadDeliverable(tx, sellerId, row.id) };
    });
    context.wake('entitlements');
    return changed;
  },
});

/** The row stays for buyers who have access. */
export const removeDeliverable = defineRpcFunction({
  name: 'remove-deliverable',
  access: 'writes',
  body: z.strictObject({ deliverableId: z.uuid() }),
  limits: CHANGE_LIMITS,
  run: async (context, request, { deliverableId }) => {
    await context.db.transaction(async (tx) => {
      const row = await lockDeliverable(tx, request.caller.sellerId, deliverableId);
      if (await isOnSale(tx, row)) throw new AppError('deliverable_in_use');
      const now = context.now();
      await updateDeliverable(tx, row.id, { removedAt: now }, now);
      await recordChange(context, tx, request, row, 'deliverable_removed');
    });
    return { removed: true as const };
  },
});

async function loadDeliverable(db: Db, sellerId: string, id: string): Promise<Deliverable> {
  const row = await findDeliverable(db, sellerId, id);
  if (!row) throw new AppError('not_found');
  return toDeliverable(row);
}

/** Locks the page of a deliverable and loads it. Throws AppError 'not_found' for one that was removed, or of a deleted page. */
async function lockDeliverable(tx: Db, sellerId: string, id: string): Promise<DeliverableRow> {
  const found = await findDeliverable(tx, sellerId, id);
  const isLocked = found !== null && (await lockPage(tx, sellerId, found.pageId));
  const row = isLocked ? await findDeliverable(tx, sellerId, id) : null;
  if (!row || row.removedAt) throw new AppError('not_found');
  return row;
}

const recordChange = (
  context: Context,
  tx: Db,
  actor: Actor,
  { id, kind }: Pick<DeliverableRow, 'id' | 'kind'>,
  action: AuditAction,
): Promise<void> => recordAudit(context, tx, { ...actorOf(actor), action, subject: id, facts: { kind } });
