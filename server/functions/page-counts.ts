import { z } from 'zod';

import { ShopError } from '#domain/errors.ts';
import { listCouponMoney } from '#server/db/coupon-money.ts';
import { countTaken, listUses } from '#server/db/holds.ts';
import { findPageWithDraft } from '#server/db/pages.ts';
import { backendFunction } from './backend-function.ts';

const NO_USES = { used: 0, held: 0 };

export const getPageCounts = backendFunction({
  name: 'get-page-counts',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  limits: ({ caller }) => [{ key: `counts:${caller.sellerId}`, limit: 120, windowMs: 60_000 }],
  run: async ({ db, mode }, { caller: { sellerId } }, { pageId }) => {
    if (!(await findPageWithDraft(db, sellerId, pageId))) throw new ShopError('not_found');
    const [taken, uses, sums] = await Promise.all([
      countTaken(db, mode, pageId),
      listUses(db, mode, pageId),
      listCouponMoney(db, sellerId, mode, pageId),
    ]);
    const codes = [...new Set([...uses, ...sums].map(({ code }) => code))].toSorted();
    return {
      ...taken,
      coupons: codes.map((code) => {
        const { used, held } = uses.find((one) => one.code === code) ?? NO_USES;
        const money = sums.filter((sum) => sum.code === code);
        return {
          code,
          used,
          held,
          money: money.map(({ currency, discount, net }) => ({ currency, discount, net })),
        };
      }),
    };
  },
});
