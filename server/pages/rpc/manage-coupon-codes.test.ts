import { count, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MAX_CODES_PER_PAGE, MAX_NEW_CODES } from '#domain/coupon-batch.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { couponCodes } from '#server/db/schema-pages.ts';
import { runReseal } from '#server/ops/reseal.ts';
import { copyCouponCodes } from '#server/testing/coupon-code-rows.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const BATCH = { code: 'FAIR', discount: 20, type: 'percentage' as const, batch: true };
const PAGE = { enableCoupon: true, validCoupons: [BATCH] };

async function createBatchPage(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options);
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage(PAGE, 'taller');
  const batch = { pageId, code: BATCH.code };
  const createCodes = async (size: number): Promise<string[]> =>
    (await seller.rpc('create-coupon-codes', { ...batch, count: size })).body.codes;
  const listStates = async () => {
    const { codes } = (await seller.rpc('list-coupon-codes', batch)).body;
    return new Map(codes.map(({ code, state, orderNumber }) => [code, [state, orderNumber]]));
  };
  return { app, seller, pageId, batch, createCodes, listStates };
}

const checkCode = async (app: TestApp, code: string) => {
  const { status, body } = await app.rpc('apply-coupon', { slug: 'taller', code });
  return status === 200 ? 'applied' : body.error?.code;
};

const startCheckout = (app: TestApp, code: string, email: string) =>
  app.rpc('create-checkout-session', { slug: 'taller', appliedCoupon: code, email, attempt: crypto.randomUUID() });

const countRows = async ({ context: { db } }: TestApp, pageId: string) =>
  (await db.select({ rows: count() }).from(couponCodes).where(eq(couponCodes.pageId, pageId)))[0]?.rows;

test('creates codes that buyers can apply, in any case, and refuses all others with the prefix', async () => {
  const { app, batch, seller, createCodes } = await createBatchPage();
  const codes = await createCodes(3);
  expect(new Set(codes).size).toBe(3);
  for (const code of codes) expect(code).toMatch(/^FAIR-[2-9A-HJ-NP-Z]{8}$/);
  expect(await checkCode(app, ` ${codes[0]?.toLowerCase()} `)).toBe('applied');
  for (const unknown of ['FAIR', 'FAIR-', 'FAIR-AAAAAAAA']) {
    expect(await checkCode(app, unknown)).toBe('coupon_invalid');
    const { body } = await startCheckout(app, unknown, 'ada@example.com');
    expect(body.error?.code).toBe('coupon_invalid');
  }
  await seller.rpc('delete-coupon', batch);
  expect(await checkCode(app, codes[1] ?? '')).toBe('coupon_invalid');
  expect((await seller.rpc('create-coupon-codes', { ...batch, count: 1 })).status).toBe(404);
});

test('lets exactly one of 20 concurrent buyers check out with a code, and shows who used it', async () => {
  const { app, seller, batch, createCodes, listStates, pageId } = await createBatchPage();
  const [code = '', other = ''] = await createCodes(2);
  const emails = Array.from({ length: 20 }, (_, index) => `buyer-${index}@example.com`);
  const answers = await Promise.all(emails.map((email) => startCheckout(app, code, email)));
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(1);
  expect(answers.filter(({ body }) => body.error?.code === 'coupon_used_up')).toHaveLength(19);
  expect(await listStates()).toEqual(
    new Map([
      [code, ['reserved', null]],
      [other, ['unused', null]],
    ]),
  );
  await app.payAtStripe(accepted[0]?.body.url ?? '');
  expect(await listStates()).toEqual(
    new Map([
      [code, ['used', 1]],
      [other, ['unused', null]],
    ]),
  );
  expect(await checkCode(app, code)).toBe('coupon_used_up');
  expect((await seller.rpc('count-coupon-codes', batch)).body).toEqual({ unused: 1, reserved: 0, used: 1 });
  const { coupons } = (await seller.rpc('get-page-counts', { pageId })).body;
  expect(coupons).toEqual([
    { code: 'FAIR', used: 1, reserved: 0, codes: 2, money: [{ currency: 'USD', discount: 580, net: 2320 }] },
  ]);
  const { lines } = (await seller.rpc('export-coupon-codes', batch)).body;
  expect(lines.split('\r\n')[0]).toBe('\ufeffCode,State,Order,Used at (UTC)');
  expect(lines).toMatch(new RegExp(`\r\n"${code}",used,1,\\d{4}-`));
  expect(lines).toContain(`\r\n"${other}",unused,,\r\n`);
  expect((await seller.rpc('delete-unused-coupon-codes', batch)).body).toEqual({ deleted: 1 });
  expect(await checkCode(app, other)).toBe('coupon_invalid');
  expect(await checkCode(app, code)).toBe('coupon_used_up');
});

test('lists all codes once, page by page', async () => {
  const { seller, batch, createCodes } = await createBatchPage();
  const created = await createCodes(5);
  const listed: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const { body } = await seller.rpc('list-coupon-codes', { ...batch, limit: 2, ...(after ? { after } : {}) });
    listed.push(...body.codes.map(({ code }) => code));
    after = body.next;
  }
  expect(listed.toSorted()).toEqual(created.toSorted());
});

test('creates up to 5,000 codes at once and keeps up to 50,000 on a page', async () => {
  const { app, seller, batch, createCodes } = await createBatchPage();
  expect(await createCodes(MAX_NEW_CODES)).toHaveLength(MAX_NEW_CODES);
  expect((await seller.rpc('create-coupon-codes', { ...batch, count: MAX_NEW_CODES + 1 })).status).toBe(400);
  await copyCouponCodes(app.context.db, batch.pageId, MAX_CODES_PER_PAGE - MAX_NEW_CODES - 1);
  expect((await seller.rpc('create-coupon-codes', { ...batch, count: 2 })).body.error?.code).toBe(
    'too_many_coupon_codes',
  );
  expect(await createCodes(1)).toHaveLength(1);
});

test('refuses the codes of a coupon when all are used, until the seller creates more', async () => {
  const { app, seller, batch, createCodes } = await createBatchPage();
  const codes = await createCodes(2);
  for (const code of codes) await app.payAtStripe((await startCheckout(app, code, 'ada@example.com')).body.url);
  for (const code of codes) expect(await checkCode(app, code)).toBe('coupon_used_up');
  expect((await seller.rpc('count-coupon-codes', batch)).body).toEqual({ unused: 0, reserved: 0, used: 2 });
  expect((await seller.rpc('delete-unused-coupon-codes', batch)).body).toEqual({ deleted: 0 });
  const [next = ''] = await createCodes(1);
  expect(await checkCode(app, next)).toBe('applied');
});

test('deletes the codes of a deleted page and of a deleted account', async () => {
  const { app, seller, pageId, createCodes } = await createBatchPage();
  await createCodes(2);
  const { pageId: otherPageId } = await seller.publishPage(PAGE, 'other');
  await seller.rpc('create-coupon-codes', { pageId: otherPageId, code: BATCH.code, count: 2 });
  await seller.rpc('delete-page', { pageId });
  expect([await countRows(app, pageId), await countRows(app, otherPageId)]).toEqual([0, 2]);
  await seller.rpc('delete-account', { email: seller.email });
  expect(await countRows(app, otherPageId)).toBe(0);
});

test('keeps codes valid after a change of AUTH_SECRET', async () => {
  const [previous, next] = ['the secret until now, long enough for it', 'the secret from now on, and long enough too'];
  const webhooks = { platform: 'p', connect: 'c' };
  const { app, createCodes } = await createBatchPage({
    secrets: createSecrets(next, webhooks, previous),
    env: { AUTH_SECRET: next, AUTH_SECRET_ALSO: previous },
  });
  const before = createSecrets(previous, webhooks);
  const { secrets } = app.context;
  Object.assign(app.context, { secrets: before });
  const [code = ''] = await createCodes(1);
  Object.assign(app.context, { secrets });
  expect(await checkCode(app, code)).toBe('applied');
  await runReseal(app.context, []);
  Object.assign(app.context, { secrets: createSecrets(next, webhooks) });
  expect(await checkCode(app, code)).toBe('applied');
});
