import { z } from 'zod';

import { deliveryErrorMessages } from '#content/messages/delivery-errors.ts';
import { AppError } from '#domain/errors.ts';
import type { Db } from '#server/db/client.ts';
import {
  findDeliverable,
  lockPage,
  toDeliverable,
  toFileVersion,
  updateDeliverable,
  type DeliverableRow,
} from '#server/delivery/queries/deliverables.ts';
import { findFileVersion, listFileVersions, sumCurrentBytes } from '#server/delivery/queries/file-versions.ts';
import { listSellerFiles } from '#server/delivery/queries/seller-files.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

import { announceVersion } from '../announce-version.ts';
import { getPlanLimit } from '../file-space.ts';
import { createSellerFileLink } from '../seller-file-links.ts';

export const listFiles = defineRpcFunction({
  name: 'list-files',
  access: 'reads',
  notInApi: 'Programs list the deliverables of each page.',
  body: z.strictObject({}),
  run: async (context, { caller: { sellerId } }) => {
    const [files, used, limit] = await Promise.all([
      listSellerFiles(context.db, sellerId),
      sumCurrentBytes(context.db, sellerId, null),
      getPlanLimit(context, context.db, sellerId),
    ]);
    return { files, storage: { used, limit } };
  },
});

export const listVersionsOfFile = defineRpcFunction({
  name: 'list-file-versions',
  access: 'reads',
  body: z.strictObject({ deliverableId: z.uuid() }),
  run: async ({ db }, { caller }, { deliverableId }) => {
    const { currentVersion } = await findFile(db, caller.sellerId, deliverableId);
    const versions = await listFileVersions(db, deliverableId);
    return { versions: versions.map(toFileVersion), current: currentVersion };
  },
});

/** Takes effect at once, for buyers who have access as well. */
export const chooseFileVersion = defineRpcFunction({
  name: 'use-file-version',
  access: 'writes',
  body: z.strictObject({ deliverableId: z.uuid(), number: z.int().min(1) }),
  run: async (context, { caller: { sellerId } }, { deliverableId, number }) => {
    const row = await context.db.transaction(async (tx) => {
      const { pageId, removedAt } = await findFile(tx, sellerId, deliverableId);
      if (removedAt || !(await lockPage(tx, sellerId, pageId))) throw new AppError('not_found');
      const version = await findFileVersion(tx, deliverableId, number);
      if (!version) throw new AppError('not_found');
      if (version.scan === 'refused') throw new AppError('file_refused');
      if (version.scan === 'waiting')
        throw new AppError('delivery_not_ready', { message: deliveryErrorMessages.scanning });
      await updateDeliverable(tx, deliverableId, { currentVersion: number }, context.now());
      return findFile(tx, sellerId, deliverableId);
    });
    return { deliverable: toDeliverable(row) };
  },
});

export const announceFileVersion = defineRpcFunction({
  name: 'announce-file-version',
  access: 'writes',
  confirmedEmail: true,
  body: z.strictObject({ deliverableId: z.uuid() }),
  run: async (context, { caller }, { deliverableId }) => ({
    emails: await announceVersion(context, caller.sellerId, deliverableId),
  }),
});

export const createFileLink = defineRpcFunction({
  name: 'create-file-link',
  access: 'reads',
  body: z.strictObject({ deliverableId: z.uuid(), number: z.int().min(1).optional() }),
  run: async (context, { caller }, { deliverableId, number }) => {
    const { currentVersion } = await findFile(context.db, caller.sellerId, deliverableId);
    const version = await findFileVersion(context.db, deliverableId, number ?? currentVersion ?? 0);
    if (!version) throw new AppError('not_found');
    if (version.scan === 'refused') throw new AppError('file_refused');
    return { url: createSellerFileLink(context, version) };
  },
});

/** Finds a seller's file, also a removed one. Throws AppError 'not_found'. */
async function findFile(db: Db, sellerId: string, id: string): Promise<DeliverableRow> {
  const row = await findDeliverable(db, sellerId, id);
  if (row?.kind !== 'file') throw new AppError('not_found');
  return row;
}
