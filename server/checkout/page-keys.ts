import { checkoutErrorMessages } from '#content/messages/checkout-errors.ts';
import { BUMP_PREFIX } from '#domain/deliverable.ts';
import { AppError } from '#domain/errors.ts';
import { listPriceOptions } from '#domain/offer.ts';
import type { Supply } from '#domain/page-schedule.ts';
import { getDefaultQuantity } from '#domain/quantity.ts';
import { ITEM_PREFIX, MAIN_LINE, type QuoteLine } from '#domain/quote.ts';
import type { Db } from '#server/db/client.ts';
import type { DeliverableRow } from '#server/delivery/queries/assigned-keys.ts';
import { countKeySupplies, listKeyNeeds, type KeyNeed } from '#server/ledger/key-supply.ts';
import { loadDelivery } from '#server/ledger/load-delivery.ts';
import type { LoadedDelivery } from '#server/ledger/order-aggregate.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';

import type { PublishedPage } from './published-page.ts';

// License keys of the seller's lists bound what a page can sell: decision 173.

type OrderedLine = Pick<QuoteLine, 'key' | 'quantity' | 'item'> & { name?: string };
export type OrderedKeys = KeyNeed<OrderedLine>;

/** The lines of one unit of a page's product. */
const listUnitLines = ({ config: { bundle } }: PublishedPage): OrderedLine[] =>
  bundle.items.length === 0
    ? [{ key: MAIN_LINE, quantity: 1 }]
    : bundle.items.map((item, index) => ({ key: `${ITEM_PREFIX}${index + 1}`, quantity: 1, item }));

async function loadPageDelivery(db: Db, { sellerId, config }: PublishedPage, lines: readonly OrderedLine[]) {
  const purchase = { attempt: { sellerId, lines }, product: { delivers: config.delivery.items } };
  return (await loadDelivery(db, [purchase]))(purchase);
}

/** The lists of keys that an order takes from. */
export async function listOrderedKeys(
  db: Db,
  page: PublishedPage,
  { plan, lines }: Pick<CheckoutAttempt, 'plan'> & { lines: readonly OrderedLine[] },
): Promise<OrderedKeys[]> {
  return listKeyNeeds(lines, { pageId: page.pageId, plan }, await loadPageDelivery(db, page, lines));
}

/** What is left of the lists of keys of which every unit of a page's product needs one, at any of its prices. */
export async function countPageKeys(db: Db, page: PublishedPage): Promise<Supply[]> {
  const lines = listUnitLines(page);
  const lists = listKeysOfEveryUnit(page, lines, await loadPageDelivery(db, page, lines));
  return [...(await countKeySupplies(db, lists)).values()];
}

function listKeysOfEveryUnit(
  { pageId, config }: PublishedPage,
  lines: readonly OrderedLine[],
  delivery: LoadedDelivery,
): DeliverableRow[] {
  const [first = [], ...others] = listPriceOptions(config).map(({ id }) =>
    listKeyNeeds(lines, { pageId, plan: id }, delivery).map(({ deliverable }) => deliverable),
  );
  return first.filter((list) => others.every((lists) => lists.includes(list)));
}

/** Why an order cannot get its keys; null if it can. */
export function findKeyError(
  { config }: PublishedPage,
  orderedKeys: readonly OrderedKeys[],
  supplies: ReadonlyMap<string, Supply>,
): AppError | null {
  for (const { deliverable, units, lines } of orderedKeys) {
    const { left, reserved } = supplies.get(deliverable.id) ?? { left: 0, reserved: 0 };
    const count = left - reserved;
    if (units <= count) continue;
    const extra = lines.every(({ key }) => key.startsWith(BUMP_PREFIX)) ? lines[0] : undefined;
    if (extra && left <= 0)
      return new AppError('sold_out', { message: checkoutErrorMessages.extraSoldOut({ name: extra.name ?? '' }) });
    if (left < (extra ? 1 : getDefaultQuantity(config))) return new AppError('sold_out');
    if (count <= 0) return new AppError('all_held');
    const message = checkoutErrorMessages.notEnoughLeft({ count });
    return new AppError('not_enough_left', { message, facts: { left: count } });
  }
  return null;
}
