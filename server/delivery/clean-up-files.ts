import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import {
  deleteStoredFile,
  deleteUnneededVersions,
  listUnnamedFiles,
  lockUnnamedFile,
} from '#server/delivery/queries/unneeded-files.ts';
import { deleteExpiredUpload, listExpiredUploads } from '#server/delivery/queries/uploads.ts';

import { removeUploadFolder, uploadFolder } from './upload-folder.ts';

/** How long a removed file could still be needed: a seller restores access, or an open checkout is paid. */
const VERSION_GRACE_MS = 7 * DAY_MS;
/** Longer than any upload takes from the registration of its content to its version. */
const CONTENT_GRACE_MS = DAY_MS;
/** Clients can repeat the end of an upload for this long. */
const UPLOAD_GRACE_MS = HOUR_MS;
const BATCH_SIZE = 1000;

/**
 * Deletes expired uploads, versions of removed files and of deleted pages to which no buyer has access, and contents that no
 * version has. Only rows of the database name what is deleted, so that a wrong database costs no file.
 */
export async function cleanUpFiles(context: Context): Promise<void> {
  await cleanUpUploads(context);
  const removedBefore = new Date(context.now().getTime() - VERSION_GRACE_MS);
  await context.db.transaction((tx) => deleteUnneededVersions(tx, removedBefore));
  const storedBefore = new Date(context.realNow().getTime() - CONTENT_GRACE_MS);
  for (const sha256 of await listUnnamedFiles(context.db, storedBefore, BATCH_SIZE))
    await removeContent(context, sha256, storedBefore);
}

async function cleanUpUploads({ db, config, realNow }: Context): Promise<void> {
  for (const id of await listExpiredUploads(db, new Date(realNow().getTime() - UPLOAD_GRACE_MS))) {
    await removeUploadFolder(uploadFolder(config, id));
    await deleteExpiredUpload(db, id);
  }
}

/**
 * The row stays locked until the bytes are gone, so that an upload of the same content waits and then stores them again. If
 * the process dies in between, the row is left, and the next run removes both.
 */
async function removeContent({ db, files }: Context, sha256: string, storedBefore: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockUnnamedFile(tx, sha256, storedBefore))) return;
    await files.remove(sha256);
    await deleteStoredFile(tx, sha256);
  });
}
