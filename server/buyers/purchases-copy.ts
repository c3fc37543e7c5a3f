import { SITE } from '#content/site.ts';

import type { Context } from '#server/context.ts';
import {
  listPurchaseMoney,
  listPurchases,
  type PurchaseMoney,
  type PurchaseRow,
} from '#server/db/purchases.ts';
import { receiptOf } from './purchase-of.ts';

/** More than anybody buys. */
const MOST = 5000;

/** Everything that is kept with an address, for whoever it is about. Amounts in minor units. */
export async function purchasesCopy({ db, mode, realNow }: Context, email: string): Promise<string> {
  const rows = await listPurchases(db, mode, email, { limit: MOST });
  const money = await listPurchaseMoney(
    db,
    rows.map(({ order }) => order.attemptId),
  );
  const purchases = rows.flatMap((row, at) => copyOf(row, money[at]));
  return JSON.stringify({ keptBy: SITE.name, at: realNow().toISOString(), email, purchases }, null, 2);
}

function copyOf(row: PurchaseRow, money: PurchaseMoney | undefined): object[] {
  if (!money) return [];
  const { seller, ...receipt } = receiptOf(row, money);
  const { name, email } = seller;
  return [{ ...receipt, country: row.order.country, seller: { name, email } }];
}
