import { z } from 'zod';

import { findSaleNotices, updateSaleNotices } from '#server/db/sellers.ts';
import { defineRpcFunction } from './backend-function.ts';

export const getNotices = defineRpcFunction({
  name: 'get-notices',
  title: 'Failed to load what we mail you',
  access: 'reads',
  body: z.strictObject({}),
  run: async ({ db }, { caller }) => ({ sales: await findSaleNotices(db, caller.sellerId) }),
});

export const setNotices = defineRpcFunction({
  name: 'set-notices',
  title: 'Not changed',
  access: 'writes',
  body: z.strictObject({ sales: z.boolean() }),
  run: async ({ db }, { caller }, { sales }) => {
    await updateSaleNotices(db, caller.sellerId, sales);
    return { sales };
  },
});
