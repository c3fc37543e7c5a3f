import { randomInt } from 'node:crypto';

import { z } from 'zod';

import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import {
  CODE_ALPHABET,
  CODE_LENGTH,
  MAX_CODES_PER_PAGE,
  MAX_NEW_CODES,
  type CouponCode,
} from '#domain/coupon-batch.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeCouponCode } from '#domain/text.ts';
import type { Context } from '#server/core/context.ts';
import { BYTE_ORDER_MARK, formatTextCell, LINE_END } from '#server/core/csv-cells.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { insertMissing } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { couponCodes } from '#server/db/schema-pages.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import {
  countCouponCodes,
  deleteCodesExcept,
  listSealedCodes,
  listTakenCodes,
  listUsesOfCodes,
  type CouponBatch,
} from '#server/pages/queries/coupon-codes.ts';
import { findPageForUpdate, findPageWithDraft, findPageWithVersion } from '#server/pages/queries/pages.ts';

/** Codes in one statement or response: less than a megabyte and quick to build. */
const CHUNK_SIZE = 2500;
const CODES_PER_PAGE = 100;

const batchBody = { pageId: z.uuid(), code: z.string().max(200) };

export const createCouponCodes = defineRpcFunction({
  name: 'create-coupon-codes',
  access: 'writes',
  body: z.strictObject({ ...batchBody, count: z.number().int().min(1).max(MAX_NEW_CODES) }),
  run: async (context, { caller: { sellerId } }, { pageId, code, count }) => ({
    codes: await context.db.transaction(async (tx) => {
      // Locks the page, so that concurrent requests cannot exceed the limit together.
      await findPageForUpdate(tx, sellerId, pageId);
      const batch = { sellerId, pageId, batch: normalizeCouponCode(code) };
      await assertBatchCoupon(tx, batch);
      const counts = await countCouponCodes(tx, sellerId, pageId);
      const total = counts.reduce((sum, { codes }) => sum + codes, 0);
      if (total + count > MAX_CODES_PER_PAGE) throw new AppError('too_many_coupon_codes');
      return insertCodes(context, tx, batch, count);
    }),
  }),
});

/** Throws AppError 'not_found' unless the draft or the published version has this coupon with single-use codes. */
async function assertBatchCoupon(tx: Db, { sellerId, pageId, batch }: CouponBatch): Promise<void> {
  const page = await findPageWithVersion(tx, sellerId, pageId);
  const configs = page ? [page, ...(page.version ? [page.version] : [])] : [];
  const coupons = configs.flatMap(({ schema, config }) => parseStoredConfig(schema, config).validCoupons);
  if (!coupons.some((coupon) => coupon.batch && normalizeCouponCode(coupon.code) === batch))
    throw new AppError('not_found');
}

const generateCode = (prefix: string): string =>
  `${prefix}-${Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join('')}`;

/** Inserts new codes; a code that already exists is replaced by another one. */
async function insertCodes({ secrets, now }: Context, tx: Db, batch: CouponBatch, count: number): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) {
    const created = Array.from({ length: Math.min(count - codes.length, CHUNK_SIZE) }, () => {
      const id = crypto.randomUUID();
      const code = generateCode(batch.batch);
      const sealedCode = secrets.seal(code, SEALED_CELLS.couponCode(id));
      return { code, row: { ...batch, id, codeHash: secrets.hash(code), sealedCode, createdAt: now() } };
    });
    const insertedIds = await insertMissing(
      tx,
      couponCodes,
      created.map(({ row }) => row),
    );
    codes.push(...created.filter(({ row }) => insertedIds.has(row.id)).map(({ code }) => code));
  }
  return codes;
}

export const listCouponCodes = defineRpcFunction({
  name: 'list-coupon-codes',
  access: 'reads',
  body: z.strictObject({
    ...batchBody,
    after: z.uuid().optional(),
    // Lists of the API read one row more than they return.
    limit: z
      .number()
      .int()
      .min(1)
      .max(CODES_PER_PAGE + 1)
      .optional(),
  }),
  run: async (context, { caller: { sellerId } }, { pageId, code, after, limit }) =>
    loadCodes(context, await findBatch(context.db, sellerId, { pageId, code }), after, limit ?? CODES_PER_PAGE),
});

export const countBatchCodes = defineRpcFunction({
  name: 'count-coupon-codes',
  access: 'reads',
  notInApi: 'Programs list the codes with their states.',
  body: z.strictObject(batchBody),
  run: async ({ db, mode }, { caller: { sellerId } }, body) => {
    const batch = await findBatch(db, sellerId, body);
    const counts = await countCouponCodes(db, sellerId, batch.pageId);
    const total = counts.find((one) => one.batch === batch.batch)?.codes ?? 0;
    const taken = await listTakenCodes(db, mode, batch);
    const used = taken.filter(({ isPaid }) => isPaid).length;
    return { unused: Math.max(0, total - taken.length), reserved: taken.length - used, used };
  },
});

const toCsvLine = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell) => cell ?? '').join(',') + LINE_END;

export const exportCouponCodes = defineRpcFunction({
  name: 'export-coupon-codes',
  access: 'reads',
  body: z.strictObject({ ...batchBody, after: z.uuid().optional() }),
  run: async (context, { caller: { sellerId } }, { pageId, code, after }) => {
    const batch = await findBatch(context.db, sellerId, { pageId, code });
    const { codes, next } = await loadCodes(context, batch, after, CHUNK_SIZE);
    const lines = codes.map((one) => toCsvLine([formatTextCell(one.code), one.state, one.orderNumber, one.usedAt]));
    const header = BYTE_ORDER_MARK + toCsvLine(['Code', 'State', 'Order', 'Used at (UTC)']);
    return { lines: (after === undefined ? header : '') + lines.join(''), next };
  },
});

export const deleteUnusedCouponCodes = defineRpcFunction({
  name: 'delete-unused-coupon-codes',
  access: 'writes',
  body: z.strictObject(batchBody),
  run: async ({ db, mode, secrets }, { caller: { sellerId } }, body) => {
    const batch = await findBatch(db, sellerId, body);
    const taken = await listTakenCodes(db, mode, batch);
    const hashes = taken.flatMap(({ code }) => secrets.candidateHashes(code));
    return { deleted: await deleteCodesExcept(db, batch, hashes) };
  },
});

/** Throws AppError 'not_found' unless the page is the seller's. */
async function findBatch(
  db: Db,
  sellerId: string,
  { pageId, code }: { pageId: string; code: string },
): Promise<CouponBatch> {
  if (!(await findPageWithDraft(db, sellerId, pageId))) throw new AppError('not_found');
  return { sellerId, pageId, batch: normalizeCouponCode(code) };
}

/** Codes of a batch after an id, with their states. */
async function loadCodes(
  { db, mode, secrets }: Context,
  batch: CouponBatch,
  after: string | undefined,
  limit: number,
): Promise<{ codes: CouponCode[]; next: string | null }> {
  const rows = await listSealedCodes(db, batch, after, limit);
  const codes = rows.map(({ id, sealedCode }) => ({
    id,
    code: secrets.unseal(sealedCode, SEALED_CELLS.couponCode(id)),
  }));
  const uses = await listUsesOfCodes(
    db,
    mode,
    batch,
    codes.map(({ code }) => code),
  );
  const usesByCode = new Map(uses.map((use) => [use.code, use]));
  return {
    codes: codes.map(({ id, code }) => {
      const use = usesByCode.get(code);
      return {
        id,
        code,
        state: use ? (use.isPaid ? 'used' : 'reserved') : 'unused',
        orderNumber: use?.orderNumber ?? null,
        usedAt: use?.orderedAt?.toISOString() ?? null,
      };
    }),
    next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
  };
}
