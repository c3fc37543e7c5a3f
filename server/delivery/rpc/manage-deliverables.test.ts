import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createDeliverableSettings, MAX_DELIVERABLES, type DeliverableSettings } from '#domain/deliverable.ts';
import { uploads } from '#server/db/schema-delivery.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { createTestApp, sellableConfig, type TestSeller } from '#server/testing/test-app.ts';

const getApp = sharedByTests(() => createTestApp());

const LINK = { ...createDeliverableSettings('link'), url: 'https://course.example.com/a' } as DeliverableSettings;

const deliver = (...ids: string[]): Pick<CheckoutPageConfig, 'delivery'> => ({
  delivery: { ...createEmptyConfig().delivery, items: ids.map((id) => ({ id, offeredWith: null })) },
});

async function signUpPublisher(): Promise<TestSeller> {
  const seller = await getApp().signUpSeller();
  await seller.onboard();
  await seller.givePlan();
  return seller;
}

const createPage = async (seller: TestSeller): Promise<string> =>
  (await seller.rpc('save-draft', { config: sellableConfig() })).body.pageId;

async function create(seller: TestSeller, pageId: string, settings: DeliverableSettings, name = 'Course') {
  const { status, body } = await seller.rpc('create-deliverable', { pageId, name, settings });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.deliverable;
}

const publish = (seller: TestSeller, pageId: string, config: Partial<CheckoutPageConfig>) =>
  seller.rpc('save-checkout-page', { config: sellableConfig(config), slug: '', pageId });

test('creates, lists, changes and removes what a page delivers', async () => {
  const seller = await getApp().signUpSeller();
  const pageId = await createPage(seller);
  const kinds = ['file', 'keys', 'link', 'text'] as const;
  for (const kind of kinds) await create(seller, pageId, createDeliverableSettings(kind), ` The  ${kind} `);
  const { deliverables } = (await seller.rpc('list-deliverables', { pageId })).body;
  expect(deliverables.map(({ kind, name, file, unusedKeys }) => [kind, name, file, unusedKeys])).toEqual(
    kinds.map((kind) => [kind, `The ${kind}`, null, null]),
  );
  const [, keys, , text] = deliverables;
  const settings = { ...createDeliverableSettings('keys'), source: 'list' } as DeliverableSettings;
  const changed = await seller.rpc('update-deliverable', { deliverableId: keys?.id ?? '', name: 'License', settings });
  expect(changed.body.deliverable).toMatchObject({ name: 'License', settings, unusedKeys: 0, pageId });
  expect((await seller.rpc('remove-deliverable', { deliverableId: text?.id ?? '' })).body).toEqual({ removed: true });
  const rest = (await seller.rpc('list-deliverables', { pageId })).body.deliverables;
  expect(rest.map(({ name }) => name)).toEqual(['The file', 'License', 'The link']);
  expect((await seller.rpc('remove-deliverable', { deliverableId: text?.id ?? '' })).status).toBe(404);
});

test('refuses another kind, settings that do not exist, and values outside of their limits', async () => {
  const seller = await getApp().signUpSeller();
  const pageId = await createPage(seller);
  const { id: deliverableId } = await create(seller, pageId, LINK);
  const other = await seller.rpc('update-deliverable', { deliverableId, settings: createDeliverableSettings('text') });
  expect(other.body.error).toMatchObject({ code: 'invalid_request', problems: [{ path: 'settings.kind' }] });
  const file = createDeliverableSettings('file');
  const keys = createDeliverableSettings('keys');
  const refused: object[] = [
    { ...LINK, url: 'http://course.example.com' },
    { ...LINK, url: 'javascript:alert(1)' },
    { ...LINK, secret: 'x' },
    { ...file, maxDownloads: 0 },
    { ...file, maxDownloads: 101 },
    { ...file, confirmAfterDays: 6 },
    { ...file, validity: 'days', validDays: 0 },
    { ...keys, prefix: 'A-B' },
    { ...keys, prefix: 'ABCDEFGHI' },
    { ...keys, maxActivations: 1001 },
    { ...createDeliverableSettings('text'), text: 'x'.repeat(4001) },
    { kind: 'course' },
  ];
  for (const settings of refused) {
    const answer = await seller.rpc('create-deliverable', { pageId, name: 'A', settings: settings as never });
    expect([settings, answer.status]).toEqual([settings, 400]);
  }
  for (const name of [' ', 'x'.repeat(121)])
    expect((await seller.rpc('update-deliverable', { deliverableId, name })).status).toBe(400);
});

test('gives a page at most 20 deliverables, also to requests at the same time', async () => {
  const seller = await getApp().signUpSeller();
  const pageId = await createPage(seller);
  const answers = await Promise.all(
    Array.from({ length: MAX_DELIVERABLES + 4 }, () =>
      seller.rpc('create-deliverable', { pageId, name: 'Course', settings: LINK }),
    ),
  );
  const codes = answers.flatMap(({ body }) => body.error?.code ?? []);
  expect(codes).toEqual(Array.from({ length: 4 }, () => 'deliverable_limit'));
});

test('publishes a page only when everything that it delivers is there', async () => {
  const seller = await signUpPublisher();
  const pageId = await createPage(seller);
  const link = await create(seller, pageId, LINK);
  const file = await create(seller, pageId, createDeliverableSettings('file'), 'Guide');
  const foreign = await create(seller, await createPage(seller), LINK);
  const listProblems = async (...ids: string[]) => {
    const { status, body } = await publish(seller, pageId, deliver(...ids));
    return [status, (body.error as { problems?: { field: string }[] } | undefined)?.problems];
  };
  expect(await listProblems(link.id, file.id)).toEqual([
    422,
    [{ field: 'delivery.1', message: 'Upload a file for “Guide”' }],
  ]);
  const unknown = { field: 'delivery.0', message: 'This was deleted. Remove it from the page.' };
  expect(await listProblems(foreign.id)).toEqual([422, [unknown]]);
  expect(await listProblems('not-an-id')).toEqual([422, [unknown]]);
  expect(await listProblems(link.id)).toEqual([200, undefined]);
});

test('publishes a page after its uploads have finished or expired', async () => {
  const seller = await signUpPublisher();
  const pageId = await createPage(seller);
  const { db, realNow } = getApp().context;
  const sellerId = await sellerIdOf(getApp(), seller);
  const upload = { sellerId, pageId, fileName: 'Guide.pdf', bytes: 5, createdAt: realNow() };
  const insert = (ms: number) =>
    db.insert(uploads).values({ ...upload, id: crypto.randomUUID(), expiresAt: new Date(realNow().getTime() + ms) });
  await insert(-1000);
  expect((await publish(seller, pageId, {})).status).toBe(200);
  await insert(60_000);
  const { body } = await publish(seller, pageId, {});
  expect(body.error).toMatchObject({ code: 'page_invalid', message: '“Guide.pdf” is still uploading' });
});

test('removes what the page on sale delivers only after it is off the page', async () => {
  const seller = await signUpPublisher();
  const pageId = await createPage(seller);
  const { id: deliverableId } = await create(seller, pageId, LINK);
  expect((await publish(seller, pageId, deliver(deliverableId))).status).toBe(200);
  await seller.rpc('save-draft', { config: sellableConfig(), pageId });
  expect((await seller.rpc('remove-deliverable', { deliverableId })).body.error?.code).toBe('deliverable_in_use');
  expect((await publish(seller, pageId, {})).status).toBe(200);
  expect((await seller.rpc('remove-deliverable', { deliverableId })).status).toBe(200);
});

test('copies what a page delivers when the page is duplicated', async () => {
  const seller = await getApp().signUpSeller();
  const pageId = await createPage(seller);
  const [link, unused] = [await create(seller, pageId, LINK), await create(seller, pageId, LINK, 'Unused')];
  await seller.rpc('save-draft', { config: sellableConfig(deliver(link.id, 'gone')), pageId });
  const copyId = (await seller.rpc('duplicate-page', { pageId })).body.pageId;
  const { deliverables } = (await seller.rpc('list-deliverables', { pageId: copyId })).body;
  expect(deliverables).toMatchObject([{ name: link.name, settings: LINK, pageId: copyId }]);
  expect(deliverables.map(({ id }) => id)).not.toContain(unused.id);
  const { config } = (await seller.rpc('get-page', { pageId: copyId })).body;
  expect(config.delivery.items).toEqual([{ id: deliverables[0]?.id, offeredWith: null }]);
  expect(deliverables[0]?.id).not.toBe(link.id);
});
