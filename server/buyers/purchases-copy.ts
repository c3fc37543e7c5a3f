import { SITE } from '#content/site.ts';

import type { VisitOrigin } from '#domain/visit.ts';

import type { Context } from '#server/context.ts';
import { listAttemptOrigins } from '#server/db/attempt-origins.ts';
import {
  listPurchaseMoney,
  listPurchases,
  type PurchaseMoney,
  type PurchaseRow,
} from '#server/db/purchases.ts';
import { receiptOf } from './purchase-of.ts';

/** More than any buyer has. */
const MOST = 5000;

/** Exports all data stored about a buyer's email address. Amounts in minor units. */
export async function purchasesCopy({ db, mode, realNow }: Context, email: string): Promise<string> {
  const rows = await listPurchases(db, mode, email, { limit: MOST });
  const attemptIds = rows.map(({ order }) => order.attemptId);
  const money = await listPurchaseMoney(db, attemptIds);
  const origins = await listAttemptOrigins(db, attemptIds);
  const purchases = rows.flatMap((row, at) => copyOf(row, money[at], origins.get(row.order.attemptId)));
  return JSON.stringify({ keptBy: SITE.name, at: realNow().toISOString(), email, purchases }, null, 2);
}

function copyOf(
  row: PurchaseRow,
  money: PurchaseMoney | undefined,
  cameFrom: VisitOrigin | undefined,
): object[] {
  if (!money) return [];
  const { seller, ...receipt } = receiptOf(row, money);
  const { name, email } = seller;
  return [{ ...receipt, country: row.order.country, cameFrom, seller: { name, email } }];
}
