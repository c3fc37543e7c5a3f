import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createEmptyConfig } from '#domain/checkout-page.ts';
import { getFileStorage } from '#domain/plan-features.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import { fileVersions, storedFiles } from '#server/db/schema-delivery.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { listMail } from '#server/email/queries/outbox.ts';
import {
  createContent,
  createDataFolder,
  createSoldFile,
  createUploadApp,
  uploadFile,
} from '#server/testing/file-delivery.ts';
import { sellableConfig } from '#server/testing/test-app.ts';

/** A scanner that refuses files that begin with `virus`, and fails while there is a file `broken` beside it. */
async function createScanner() {
  const folder = await createDataFolder();
  const script = path.join(folder, 'scan.sh');
  await writeFile(
    script,
    `[ "$1" = --quick ] || exit 3
     [ -z "$DATABASE_URL$AUTH_SECRET" ] || exit 4
     [ ! -s ${folder}/broken ] || exit 2
     head -c 5 "$2" | grep -q virus && exit 1
     exit 0`,
  );
  const env = { FILES_SCAN_COMMAND: `sh ${script} --quick`, OPERATOR_EMAIL: 'operator@example.com' };
  return { env, setBroken: (isBroken: boolean) => writeFile(path.join(folder, 'broken'), isBroken ? 'yes' : '') };
}

test('sends a file to buyers once it was scanned, and the earlier version until then', async () => {
  const { env, setBroken } = await createScanner();
  await setBroken(true);
  const sold = await createSoldFile({ env, freezeClock: true });
  const { app, seller, get, peek, pageId, deliverableId } = sold;
  const scans = async () =>
    (await app.context.db.select().from(fileVersions).orderBy(fileVersions.number)).map(({ scan }) => scan);
  expect(sold.deliverable.file).toMatchObject({ number: 1, scan: 'waiting' });
  await app.waitUntilIdle();
  await expect(get()).rejects.toMatchObject({ code: 'delivery_not_ready' });
  await setBroken(false);
  app.advance(5 * MINUTE_MS);
  await app.waitUntilIdle();
  expect(await scans()).toEqual(['clean']);
  expect(await peek()).toEqual({ status: 200, bytes: 1000 });

  await setBroken(true);
  const waiting = await uploadFile(app, seller, { pageId, content: createContent(2000), deliverableId });
  await app.waitUntilIdle();
  expect(waiting.file?.number).toBe(1);
  expect(await peek()).toEqual({ status: 200, bytes: 1000 });
  expect((await seller.rpc('use-file-version', { deliverableId, number: 2 })).body.error?.code).toBe(
    'delivery_not_ready',
  );
  await setBroken(false);
  app.advance(5 * MINUTE_MS);
  await app.waitUntilIdle();
  expect(await peek()).toEqual({ status: 200, bytes: 2000 });

  await uploadFile(app, seller, { pageId, content: Buffer.from('virus!'), deliverableId });
  await app.waitUntilIdle();
  expect(await scans()).toEqual(['clean', 'clean', 'refused']);
  expect(await peek()).toEqual({ status: 200, bytes: 2000 });
  expect((await seller.rpc('use-file-version', { deliverableId, number: 3 })).body.error?.code).toBe('file_refused');
  expect(await listMail(app.context.db, 10, 'operator@example.com')).toMatchObject([{ kind: 'operator_alert' }]);
});

test('scans the file of a page that was duplicated before the scan', async () => {
  const { env, setBroken } = await createScanner();
  await setBroken(true);
  const { app, seller, pageId } = await createUploadApp({ env, freezeClock: true });
  const { id } = await uploadFile(app, seller, { pageId, content: createContent(1000) });
  const delivery = { ...createEmptyConfig().delivery, items: [{ id, offeredWith: null }] };
  await seller.rpc('save-draft', { config: sellableConfig({ delivery }), pageId });
  await app.waitUntilIdle();
  expect((await seller.rpc('duplicate-page', { pageId })).status).toBe(200);
  await setBroken(false);
  app.advance(5 * MINUTE_MS);
  await app.waitUntilIdle();
  expect((await app.context.db.select().from(fileVersions)).map(({ scan }) => scan)).toEqual(['clean', 'clean']);
});

test('drops versions for which the plan has no space once the scan has replaced them', async () => {
  const { env } = await createScanner();
  const { app, seller, pageId } = await createUploadApp({ env });
  const { db } = app.context;
  await db.update(planSubscriptions).set({ plan: 'starter' });
  const { id: deliverableId } = await uploadFile(app, seller, { pageId, content: createContent(10) });
  await app.waitUntilIdle();
  await db.update(storedFiles).set({ bytes: getFileStorage('starter', true) });
  await uploadFile(app, seller, { pageId, content: createContent(11), deliverableId });
  await app.waitUntilIdle();
  const { versions, current } = (await seller.rpc('list-file-versions', { deliverableId })).body;
  expect([current, versions.map(({ number }) => number)]).toEqual([2, [2]]);
});
