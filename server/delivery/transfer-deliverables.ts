import { and, eq, ne } from 'drizzle-orm';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import { MAX_DELIVERABLES, type DeliverableSettings } from '#domain/deliverable.ts';
import { AppError } from '#domain/errors.ts';
import type { PageFileDeliverable } from '#domain/page-file.ts';
import { actorOf, recordAudit, type Actor } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { deliverables, fileVersions } from '#server/db/schema-delivery.ts';

import {
  insertDeliverables,
  listDeliverables,
  updateDeliverable,
  type DeliverableRow,
} from './queries/deliverables.ts';
import { makeEntitlementsDue, notifyKeyChange } from './queries/due-entitlements.ts';
import { insertFileVersion, type FileVersionRow } from './queries/file-versions.ts';

// Copies and page files. Deliverables are rows beside the config of a page, so each page gets its own.

type Delivery = CheckoutPageConfig['delivery'];
type Page = { sellerId: string; pageId: string; now: Date };
/** A file whose bytes are stored already, and whose virus scan may not be done. */
type StoredFile = Pick<FileVersionRow, 'sha256' | 'fileName' | 'mediaType' | 'scan' | 'scanAt'>;
type Content = { name: string; settings: DeliverableSettings; file: StoredFile | null };

/** Gives a deliverable without a file its first version. */
async function addStoredFile(tx: Db, deliverableId: string, file: StoredFile, now: Date): Promise<void> {
  const { sha256, fileName, mediaType, scan, scanAt } = file;
  const content = { sha256, fileName, mediaType, scan, scanAt };
  await insertFileVersion(tx, { deliverableId, number: 1, ...content, createdAt: now });
  await updateDeliverable(tx, deliverableId, { currentVersion: 1 }, now);
}

async function insertContents(tx: Db, { now, ...page }: Page, contents: readonly Content[]): Promise<string[]> {
  const ids = await insertDeliverables(
    tx,
    contents.map(({ name, settings }) => ({ ...page, name, settings, now })),
  );
  for (const [index, { file }] of contents.entries()) if (file) await addStoredFile(tx, ids[index] ?? '', file, now);
  return ids;
}

/** Names the deliverables of a config by other ids; leaves out those without one. */
const replaceIds = (delivery: Delivery, ids: ReadonlyMap<string, string>): Delivery => ({
  ...delivery,
  items: delivery.items.flatMap((item) => {
    const id = ids.get(item.id);
    return id === undefined ? [] : [{ ...item, id }];
  }),
});

/** The deliverables that a page's config names, in its order. Those that were removed are left out. */
async function listDelivered(db: Db, page: Omit<Page, 'now'>, { items }: Delivery): Promise<DeliverableRow[]> {
  const rows = await listDeliverables(db, page.sellerId, page.pageId);
  return items.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
}

/** Copies what a page delivers to another page and returns the config that names the copies. Lists of keys stay behind. */
export async function copyDeliverables(
  tx: Db,
  delivery: Delivery,
  { from, to, ...rest }: Omit<Page, 'pageId'> & { from: string; to: string },
): Promise<Delivery> {
  const rows = await listDelivered(tx, { sellerId: rest.sellerId, pageId: from }, delivery);
  const ids = await insertContents(tx, { ...rest, pageId: to }, rows);
  return replaceIds(delivery, new Map(rows.map((row, index) => [row.id, ids[index] ?? ''])));
}

/** What a page file says of the deliverables that a config names. In the file, their ids are their numbers, from 1. */
export async function exportDeliverables(
  db: Db,
  delivery: Delivery,
  page: Omit<Page, 'now'>,
): Promise<{ delivery: Delivery; deliverables: PageFileDeliverable[] }> {
  const rows = await listDelivered(db, page, delivery);
  return {
    delivery: replaceIds(delivery, new Map(rows.map((row, index) => [row.id, String(index + 1)]))),
    deliverables: rows.map(({ name, settings, file }, index) => ({
      id: String(index + 1),
      name,
      settings,
      file: file && { fileName: file.fileName, bytes: file.bytes, sha256: file.sha256 },
    })),
  };
}

/** Finds a file of the seller with these bytes, unless the virus scan rejected it. */
const findOwnFile = (db: Db, sellerId: string, sha256: string): Promise<StoredFile | null> =>
  firstRow(
    db
      .select({
        sha256: fileVersions.sha256,
        fileName: fileVersions.fileName,
        mediaType: fileVersions.mediaType,
        scan: fileVersions.scan,
        scanAt: fileVersions.scanAt,
      })
      .from(fileVersions)
      .innerJoin(deliverables, eq(deliverables.id, fileVersions.deliverableId))
      .where(
        and(eq(deliverables.sellerId, sellerId), eq(fileVersions.sha256, sha256), ne(fileVersions.scan, 'refused')),
      )
      .limit(1),
  );

type Import = Page & { actor: Actor };

/**
 * Gives a page the deliverables of a file and returns the config that names them. One of the page with the same kind and
 * name takes over the settings and keeps its file and keys. The others are created; they have a file if the seller has
 * uploaded one with the same bytes. Throws AppError 'deliverable_limit'.
 */
export async function importDeliverables(
  context: Context,
  tx: Db,
  { delivery, imported }: { delivery: Delivery; imported: readonly PageFileDeliverable[] },
  { actor, ...page }: Import,
): Promise<Delivery> {
  const existing = await listDeliverables(tx, page.sellerId, page.pageId);
  const unmatched = new Set(existing);
  const ids = new Map<string, string>();
  const added: (Content & { importedId: string })[] = [];
  for (const { id, name, settings, file } of imported) {
    const match = [...unmatched].find((row) => row.kind === settings.kind && row.name === name);
    const own = file && !match?.file ? await findOwnFile(tx, page.sellerId, file.sha256) : null;
    const storedFile = own && { ...own, fileName: file?.fileName ?? own.fileName };
    if (!match) {
      added.push({ importedId: id, name, settings, file: storedFile });
      continue;
    }
    unmatched.delete(match);
    ids.set(id, match.id);
    if (!isDeepEqual(match.settings, settings)) await changeSettings(context, tx, match, settings, { actor, ...page });
    if (storedFile) await addStoredFile(tx, match.id, storedFile, page.now);
  }
  if (existing.length + added.length > MAX_DELIVERABLES) throw new AppError('deliverable_limit');
  const addedIds = await insertContents(tx, page, added);
  added.forEach(({ importedId }, index) => ids.set(importedId, addedIds[index] ?? ''));
  return replaceIds(delivery, ids);
}

async function changeSettings(
  context: Context,
  tx: Db,
  { id, kind }: DeliverableRow,
  settings: DeliverableSettings,
  { sellerId, actor, now }: Import,
): Promise<void> {
  await updateDeliverable(tx, id, { settings }, now);
  await makeEntitlementsDue(tx, id, now);
  await notifyKeyChange(tx, sellerId);
  await recordAudit(context, tx, { ...actorOf(actor), action: 'deliverable_changed', subject: id, facts: { kind } });
}
