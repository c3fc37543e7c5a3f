import { SITE } from '#content/site.ts';

import type { Attribution } from '#domain/visit.ts';

import type { Context } from '#server/context.ts';
import { listAttemptAttributions } from '#server/db/attempt-origins.ts';
import { listPurchasePayments, listPurchases, type PurchasePayments, type PurchaseRow } from '#server/db/purchases.ts';
import { toReceipt } from './purchase-of.ts';

/** More than any buyer has. */
const MAX_PURCHASES = 5000;

/** Exports all data stored about a buyer's email address. Amounts in minor units. */
export async function exportPurchases({ db, mode, realNow }: Context, email: string): Promise<string> {
  const rows = await listPurchases(db, mode, email, { limit: MAX_PURCHASES });
  const attemptIds = rows.map(({ order }) => order.attemptId);
  const money = await listPurchasePayments(db, attemptIds);
  const origins = await listAttemptAttributions(db, attemptIds);
  const purchases = rows.flatMap((row, index) => toExportEntries(row, money[index], origins.get(row.order.attemptId)));
  return JSON.stringify({ keptBy: SITE.name, at: realNow().toISOString(), email, purchases }, null, 2);
}

function toExportEntries(
  row: PurchaseRow,
  money: PurchasePayments | undefined,
  cameFrom: Attribution | undefined,
): object[] {
  if (!money) return [];
  const { seller, ...receipt } = toReceipt(row, money);
  const { name, email } = seller;
  return [{ ...receipt, country: row.order.country, cameFrom, seller: { name, email } }];
}
