import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';
import { createDeliverableSettings, type DeliverableSettings } from '#domain/deliverable.ts';
import type { PageFile } from '#domain/page-file.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { fileVersions } from '#server/db/schema-delivery.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';
import { insertFile } from '#server/testing/delivered-files.ts';
import { createTestApp, sellableConfig, type TestSeller } from '#server/testing/test-app.ts';

const getApp = sharedByTests(() => createTestApp());

const LINK = { ...createDeliverableSettings('link'), url: 'https://course.example.com/a' } as DeliverableSettings;
const CONTENTS: readonly [name: string, settings: DeliverableSettings][] = [
  ['Guide', createDeliverableSettings('file')],
  ['Course', LINK],
  ['License', createDeliverableSettings('keys')],
];

/** A page that delivers a file of which the seller has uploaded the first version, a link and keys, the last one first. */
async function createPage(seller: TestSeller) {
  const { pageId } = (await seller.rpc('save-draft', { config: sellableConfig() })).body;
  const ids: string[] = [];
  for (const [name, settings] of CONTENTS)
    ids.push((await seller.rpc('create-deliverable', { pageId, name, settings })).body.deliverable.id);
  const sha256 = await insertFile(getApp(), ids[0] ?? '', 'Guide.pdf');
  const items = ids.toReversed().map((id) => ({ id, offeredWith: id === ids[1] ? ['base'] : null }));
  const delivery = { ...createEmptyConfig().delivery, items };
  await seller.rpc('save-draft', { config: sellableConfig({ delivery }), pageId });
  return { pageId, sha256 };
}

const exportPage = async (seller: TestSeller, pageId: string): Promise<PageFile> =>
  (await seller.rpc('export-page', { pageId })).body;

async function importFile(seller: TestSeller, file: PageFile, pageId?: string): Promise<string> {
  const { status, body } = await seller.rpc('import-page', { file, ...(pageId && { pageId }) });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.pageId;
}

const listDeliverables = async (seller: TestSeller, pageId: string) =>
  (await seller.rpc('list-deliverables', { pageId })).body.deliverables;

test('exports what the page delivers under numbers, and creates it again for the imported page', async () => {
  const seller = await getApp().signUpSeller();
  const { pageId, sha256 } = await createPage(seller);
  const file = await exportPage(seller, pageId);
  expect(file.config.delivery.items).toEqual([
    { id: '1', offeredWith: null },
    { id: '2', offeredWith: ['base'] },
    { id: '3', offeredWith: null },
  ]);
  expect(file.deliverables).toEqual([
    { id: '1', name: 'License', settings: createDeliverableSettings('keys'), file: null },
    { id: '2', name: 'Course', settings: LINK, file: null },
    {
      id: '3',
      name: 'Guide',
      settings: createDeliverableSettings('file'),
      file: { fileName: 'Guide.pdf', bytes: 9, sha256 },
    },
  ]);
  const importedId = await importFile(seller, file);
  expect(await exportPage(seller, importedId)).toEqual(file);
  const [original, imported] = [await listDeliverables(seller, pageId), await listDeliverables(seller, importedId)];
  expect(new Set([...original, ...imported].map(({ id }) => id)).size).toBe(6);
});

test('leaves a file slot empty for a seller who does not have the bytes', async () => {
  const [seller, other] = [await getApp().signUpSeller(), await getApp().signUpSeller()];
  const file = await exportPage(seller, (await createPage(seller)).pageId);
  const imported = await listDeliverables(other, await importFile(other, file));
  expect(imported.map(({ name, file: stored }) => [name, stored])).toEqual([
    ['License', null],
    ['Course', null],
    ['Guide', null],
  ]);
});

test('a copy of a file that waits for its virus scan is scanned as well', async () => {
  const seller = await getApp().signUpSeller();
  const { pageId } = await createPage(seller);
  const { db } = getApp().context;
  const isVersionOn = async (page: string) => {
    const file = (await listDeliverables(seller, page)).find(({ kind }) => kind === 'file');
    return eq(fileVersions.deliverableId, file?.id ?? '');
  };
  const waiting = { scan: 'waiting' as const, scanAt: new Date(Date.now() + HOUR_MS) };
  await db
    .update(fileVersions)
    .set(waiting)
    .where(await isVersionOn(pageId));
  const importedId = await importFile(seller, await exportPage(seller, pageId));
  const copies = await db
    .select()
    .from(fileVersions)
    .where(await isVersionOn(importedId));
  expect(copies).toMatchObject([waiting]);
});

test('an import into the same page keeps its deliverables and changes their settings', async () => {
  const seller = await getApp().signUpSeller();
  const { pageId } = await createPage(seller);
  const before = await listDeliverables(seller, pageId);
  const file = await exportPage(seller, pageId);
  const url = 'https://course.example.com/b';
  const deliverables = file.deliverables.map((one) =>
    one.name === 'Course' ? { ...one, settings: { ...LINK, url } as DeliverableSettings } : one,
  );
  const renamed = deliverables.map((one) => (one.name === 'License' ? { ...one, name: 'Serial number' } : one));
  await importFile(seller, { ...file, deliverables: renamed }, pageId);
  const after = await listDeliverables(seller, pageId);
  expect(after.slice(0, 3).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.map(({ name }) => name)).toEqual(['Guide', 'Course', 'License', 'Serial number']);
  expect(after[0]?.file).toEqual(before[0]?.file);
  expect(after[1]?.settings).toEqual({ ...LINK, url });
  expect(await exportPage(seller, pageId)).toEqual({ ...file, deliverables: renamed });
});

test('refuses a file whose page delivers what the file does not contain', async () => {
  const seller = await getApp().signUpSeller();
  const file = await exportPage(seller, (await createPage(seller)).pageId);
  const repeated = file.deliverables.map((one) => ({ ...one, id: '1' }));
  const files: object[] = [
    { ...file, deliverables: [] },
    { ...file, deliverables: repeated, config: { ...file.config, delivery: createEmptyConfig().delivery } },
    { ...file, deliverables: [{ ...file.deliverables[0], settings: { kind: 'course' } }] },
  ];
  for (const invalid of files)
    expect((await seller.rpc('import-page', { file: invalid as PageFile })).body.error?.code).toBe('page_file_invalid');
  const { deliverables: _, ...earlier } = { ...file, config: sellableConfig() };
  expect((await seller.rpc('import-page', { file: earlier as PageFile })).status).toBe(200);
});
