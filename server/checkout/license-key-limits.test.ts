import { expect, test } from 'vitest';

import { createAddedFields } from '#domain/checkout-page.ts';
import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { licenses } from '#server/db/schema-delivery.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import {
  GENERATED_KEYS,
  KEY_LIST,
  listEntitlementRows,
  listLicensesOf,
  publishDelivery,
  type DeliverableInput,
} from '#server/testing/delivering-page.ts';
import { advanceBusinessClock, listBrokenLedgerInvariants } from '#server/testing/dropped-events.ts';
import { createTestApp, type RpcResponse, type TestApp } from '#server/testing/test-app.ts';

type PageChange = Parameters<typeof publishDelivery>[4];
const DAY_MS = 86_400_000;

async function createLicensedPage(inputs: readonly DeliverableInput[], change: PageChange = {}) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  return { app, seller, ...(await publishDelivery(app, seller, inputs, 'licensed', change)) };
}

const listKeys = (count: number): string[] => Array.from({ length: count }, (_, index) => `KEY-${10_000 + index}`);

/** Sends checkout requests at the same time, and those again for which the server was too busy, as the page does. */
async function sendCheckouts(
  app: TestApp,
  choices: readonly object[],
): Promise<RpcResponse<'create-checkout-session'>[]> {
  const send = (choice: object) => app.rpc('create-checkout-session', { slug: 'licensed', ...choice });
  const responses = await Promise.all(choices.map(async (choice) => ({ choice, response: await send(choice) })));
  const isBusy = ({ response }: (typeof responses)[number]): boolean => response.body.error?.code === 'unavailable';
  const again = responses.filter(isBusy).map(({ choice }) => choice);
  const answered = responses.filter((one) => !isBusy(one)).map(({ response }) => response);
  return again.length === 0 ? answered : [...answered, ...(await sendCheckouts(app, again))];
}

/** Starts checkouts at the same time. Returns the URLs, and how many requests got each error. */
async function startCheckouts(app: TestApp, count: number, choice: object = {}) {
  const choices = Array.from({ length: count }, (_, index) => ({ email: `buyer-${index}@example.com`, ...choice }));
  const responses = await sendCheckouts(app, choices);
  const urls = responses.flatMap(({ body }) => body.url ?? []);
  const codes = Map.groupBy(
    responses.flatMap(({ body }) => body.error?.code ?? []),
    (code) => code,
  );
  return { urls, errors: Object.fromEntries([...codes].map(([code, { length }]) => [code, length])) };
}

const availabilityOf = async (app: TestApp) => {
  const found = await createPublicServices(app.context).findPage('licensed');
  return found.kind === 'page' && [found.page.availability, found.page.stockLeft];
};

test('sells the last license key to one of many concurrent buyers, and is sold out then', async () => {
  const buyers = shortOrFull(30, 200);
  const { app } = await createLicensedPage([{ settings: KEY_LIST, keys: listKeys(1) }]);
  expect(await availabilityOf(app)).toEqual(['open', null]);
  const { urls, errors } = await startCheckouts(app, buyers);
  expect([urls.length, errors]).toEqual([1, { all_held: buyers - 1 }]);
  expect(await availabilityOf(app)).toEqual(['reserved', null]);
  await app.payAtStripe(urls[0] ?? '');
  expect(await availabilityOf(app)).toEqual(['sold_out', null]);
  expect(await startCheckouts(app, 5)).toEqual({ urls: [], errors: { sold_out: 5 } });
  expect(await listEntitlementRows(app)).toMatchObject([{ missingKeys: 0, licenses: [{ state: 'active' }] }]);
  expect(await listBrokenLedgerInvariants(app)).toEqual([]);
});

test('gives a reserved key back when the checkout expires, and keeps it for a pending payment', async () => {
  const { app, seller, deliverableIds } = await createLicensedPage([{ settings: KEY_LIST, keys: listKeys(1) }]);
  await startCheckouts(app, 1);
  await advanceBusinessClock(app, DAY_MS);
  const { stripe_account_id: account } = (await seller.rpc('get-connection', {})).body;
  await app.request(`/sandbox/dashboard/${account}/settings`, {
    method: 'POST',
    body: new URLSearchParams({ act: 'debits_always' }),
  });
  const [url = ''] = (await startCheckouts(app, 1)).urls;
  const body = new URLSearchParams({ email: 'bo@example.com', name: 'Bo Buyer', bank: 'debit_succeeds' });
  await app.request(`${new URL(url).pathname}/debit`, { method: 'POST', body });
  await app.waitUntilIdle();
  expect(await startCheckouts(app, 2)).toEqual({ urls: [], errors: { sold_out: 2 } });
  expect(await availabilityOf(app)).toEqual(['sold_out', null]);
  await seller.rpc('import-license-keys', { deliverableId: deliverableIds[0] ?? '', keys: ['KEY-NEW01'] });
  expect(await availabilityOf(app)).toEqual(['open', null]);
  expect((await startCheckouts(app, 2)).errors).toEqual({ all_held: 1 });
  await advanceBusinessClock(app, 4 * DAY_MS);
  const rows = await listEntitlementRows(app);
  expect(rows.map(({ state, licenses }) => [state, licenses.length])).toEqual([['active', 1]]);
});

test('sells as many units as there are keys, or as the stock allows', async () => {
  const quantity = { ...createAddedFields().quantity, enabled: true, maximum: 5 };
  const stock = (count: number) => ({ ...createAddedFields().availability, stock: count, showStock: true });
  const fewKeys = await createLicensedPage([{ settings: KEY_LIST, keys: listKeys(4) }], {
    quantity,
    availability: stock(9),
  });
  expect(await availabilityOf(fewKeys.app)).toEqual(['open', 4]);
  const tooMany = await fewKeys.app.rpc('create-checkout-session', { slug: 'licensed', quantity: '5' });
  expect(tooMany.body.error).toMatchObject({ code: 'not_enough_left', left: 4 });
  expect((await startCheckouts(fewKeys.app, 3, { quantity: '2' })).urls).toHaveLength(2);

  const smallStock = await createLicensedPage([{ settings: KEY_LIST, keys: listKeys(9) }], {
    quantity,
    availability: stock(4),
  });
  expect(await availabilityOf(smallStock.app)).toEqual(['open', 4]);
  expect((await startCheckouts(smallStock.app, 3, { quantity: '2' })).urls).toHaveLength(2);
});

test('refuses only the price or the extra whose keys are sold out', async () => {
  const pro = {
    id: 'pro',
    name: 'Pro',
    price: '99',
    paymentType: 'one-time' as const,
    billingFrequency: 'monthly' as const,
    paymentTerms: createAddedFields().paymentTerms,
  };
  const inputs = [
    { settings: KEY_LIST, offeredWith: ['pro'], keys: listKeys(1) },
    { settings: KEY_LIST, offeredWith: ['bump:support'], keys: listKeys(1) },
    { settings: GENERATED_KEYS, offeredWith: ['base'] },
  ];
  const { app } = await createLicensedPage(inputs, {
    priceOptions: { baseName: 'Basic', others: [pro] },
    ...withBumps(createBump('support', '5', { title: 'Support' })),
  });
  await app.context.db.delete(licenses);
  expect(await availabilityOf(app)).toEqual(['open', null]);
  expect((await startCheckouts(app, 1, { plan: 'base' })).urls).toHaveLength(1);
  expect((await startCheckouts(app, 1, { plan: 'pro' })).errors).toEqual({ sold_out: 1 });
  const withExtra = { slug: 'licensed', plan: 'base', bumps: ['support'] };
  expect((await app.rpc('create-checkout-session', withExtra)).body.error).toMatchObject({
    code: 'sold_out',
    message: '“Support” is sold out. Remove it to continue.',
  });
});

test('repeats the checkout of the last key for the same button', async () => {
  const { app, deliverableIds } = await createLicensedPage([{ settings: KEY_LIST, keys: listKeys(1) }]);
  const attempt = crypto.randomUUID();
  const { urls } = await startCheckouts(app, 20, { attempt, email: 'bo@example.com' });
  expect([urls.length, new Set(urls).size]).toEqual([20, 1]);
  await app.payAtStripe(urls[0] ?? '');
  expect(await listLicensesOf(app, deliverableIds[0] ?? '')).toMatchObject([{ state: 'active' }]);
});
