import { z } from 'zod';

import { AppError } from '#domain/errors.ts';
import { listCouponRevenue } from '#server/db/coupon-money.ts';
import { countPageStock, listCouponUses } from '#server/db/holds.ts';
import { findPageWithDraft } from '#server/db/pages.ts';
import { defineRpcFunction } from './backend-function.ts';

const NO_USES = { used: 0, held: 0 };

export const getPageCounts = defineRpcFunction({
  name: 'get-page-counts',
  title: 'Error',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  limits: ({ caller }) => [{ key: `counts:${caller.sellerId}`, limit: 120, windowMs: 60_000 }],
  run: async ({ db, mode }, { caller: { sellerId } }, { pageId }) => {
    if (!(await findPageWithDraft(db, sellerId, pageId))) throw new AppError('not_found');
    const [stockCounts, uses, couponMoney] = await Promise.all([
      countPageStock(db, mode, pageId),
      listCouponUses(db, mode, pageId),
      listCouponRevenue(db, sellerId, mode, pageId),
    ]);
    const codes = [...new Set([...uses, ...couponMoney].map(({ code }) => code))].toSorted();
    return {
      ...stockCounts,
      coupons: codes.map((code) => {
        const { used, held } = uses.find((couponUses) => couponUses.code === code) ?? NO_USES;
        const money = couponMoney.filter((sum) => sum.code === code);
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
