import { z } from 'zod';

import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { CONFIG_SCHEMA } from '#domain/checkout-page.ts';
import { AppError } from '#domain/errors.ts';
import { parsePageFile } from '#domain/page-file-schema.ts';
import { MAX_PAGE_FILE_BYTES, PAGE_FILE_FORMAT, PAGE_FILE_VERSION, type PageFile } from '#domain/page-file.ts';
import { toStorable } from '#domain/text.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { exportDeliverables, importDeliverables } from '#server/delivery/transfer-deliverables.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';
import { withEmbeddedImages, withImagePaths } from '#server/images/store-images.ts';
import { resolveBundleFileItems, toBundleFileItems } from '#server/pages/bundle-file-items.ts';
import { findPageForUpdate, findPageWithDraft, insertPage } from '#server/pages/queries/pages.ts';

import { storeDraft } from './manage-drafts.ts';

export const exportPage = defineRpcFunction({
  name: 'export-page',
  access: 'reads',
  body: z.strictObject({ pageId: z.uuid() }),
  limits: [{ name: 'export', limit: 60, windowMs: 60_000 }],
  run: async (context, { caller: { sellerId } }, { pageId }) => {
    const page = await findPageWithDraft(context.db, sellerId, pageId);
    if (!page) throw new AppError('not_found');
    const storedConfig = parseStoredConfig(page.schema, page.config);
    const bundleItems = await toBundleFileItems(context.db, sellerId, storedConfig);
    const config = await withEmbeddedImages(context, storedConfig);
    const { delivery, deliverables } = await exportDeliverables(context.db, config.delivery, { sellerId, pageId });
    return {
      format: PAGE_FILE_FORMAT,
      version: PAGE_FILE_VERSION,
      schema: CONFIG_SCHEMA,
      name: page.name,
      config: { ...config, delivery, bundle: { items: [] } },
      deliverables,
      ...(bundleItems.length > 0 ? { bundleItems } : {}),
    };
  },
});

/** Imports a file as a new page or as the draft of an existing one. Its images pass the same checks as uploads. */
export const importPage = defineRpcFunction({
  name: 'import-page',
  access: 'writes',
  // The parser of page files explains an invalid file in the words of the person who chose it.
  body: z.strictObject({
    file: z.custom<PageFile>((value) => typeof value === 'object' && value !== null),
    pageId: z.uuid().optional(),
  }),
  maxBytes: MAX_PAGE_FILE_BYTES + '{"file":}'.length,
  limits: [{ name: 'import', limit: 30, windowMs: HOUR_MS }],
  run: async (context, actor, body) => {
    const { sellerId } = actor.caller;
    const file = readPageFile(body.file);
    const { bundle, missing } = await resolveBundleFileItems(context.db, sellerId, file);
    const config = await withImagePaths(context, sellerId, { ...file.config, bundle });
    return context.db.transaction(async (tx) => {
      const now = context.now();
      const page = body.pageId
        ? await findPageForUpdate(tx, sellerId, body.pageId)
        : await insertPage(tx, sellerId, now, file.name);
      if (!page) throw new AppError('not_found');
      const target = { sellerId, pageId: page.id, now, actor };
      const delivered = { delivery: config.delivery, imported: file.deliverables };
      const delivery = await importDeliverables(context, tx, delivered, target);
      await storeDraft(context, tx, sellerId, { config: { ...config, delivery }, pageId: page.id });
      return { pageId: page.id, missing };
    });
  },
});

function readPageFile(value: unknown): PageFile {
  const result = parsePageFile(value);
  if ('file' in result) return toStorable(result.file);
  const { errors: problems } = result;
  const [first] = problems;
  throw new AppError('page_file_invalid', { message: first && `${first.path}: ${first.message}`, facts: { problems } });
}
