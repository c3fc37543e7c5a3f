import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Connection } from './command.ts';
import { describeFileError, Fault, usageFault } from './errors.ts';
import { type Deliverable, hashFile, uploadFile } from './uploads.ts';

// The folder beside a page file with the content of the files that the page delivers. Each is named by its SHA-256.

type FileContent = { fileName: string; bytes: number; sha256: string };
type Item = { id: string };

/** What a page file says of the files that the page delivers. Older page files say nothing. */
export type DeliveryOfFile = {
  config?: { delivery?: { items: readonly Item[] } };
  deliverables?: readonly { id: string; file: FileContent | null }[];
};

const listContents = ({ deliverables = [] }: DeliveryOfFile): FileContent[] =>
  deliverables.flatMap(({ file }) => (file ? [file] : []));

async function hasContent(file: string, { bytes, sha256 }: FileContent): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found?.isFile() === true && found.size === bytes && (await hashFile(file)) === sha256;
}

const listDeliverables = async ({ client }: Connection, pageId: string): Promise<readonly Deliverable[]> =>
  (await client.request<{ data: Deliverable[] }>('GET', `/pages/${pageId}/deliverables?limit=100`)).data;

/** Downloads a file atomically, and checks its content. */
async function download(url: URL, file: string, sha256: string): Promise<void> {
  const temporaryFile = `${file}.part`;
  try {
    const response = await fetch(url);
    if (!response.ok || !response.body) throw new Fault(1, `The download failed with status ${response.status}.`);
    await writeFile(temporaryFile, response.body);
    if ((await hashFile(temporaryFile)) !== sha256) throw new Fault(1, 'The downloaded file is damaged.');
    await rename(temporaryFile, file);
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw error instanceof Fault ? error : new Fault(1, `Could not download to ${file} (${describeFileError(error)}).`);
  }
}

/** Downloads the files that a page delivers, except for those that the folder has. */
export async function exportContents(
  connection: Connection,
  { pageId, pageFile, folder }: { pageId: string; pageFile: DeliveryOfFile; folder: string },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const deliverables = await listDeliverables(connection, pageId);
  for (const content of listContents(pageFile)) {
    const file = path.join(folder, content.sha256);
    const deliverable = deliverables.find((one) => one.file?.sha256 === content.sha256);
    if (!deliverable || (await hasContent(file, content))) continue;
    const linkPath = `/deliverables/${deliverable.id}/file-links`;
    const { url } = await connection.client.request<{ url: string }>('POST', linkPath, { body: {} });
    await download(new URL(new URL(url).pathname, connection.url), file, content.sha256);
  }
}

/** Throws a usage error if the folder lacks a file, or has other bytes under its name. */
export async function assertContents(pageFile: DeliveryOfFile, folder: string): Promise<void> {
  for (const content of listContents(pageFile))
    if (!(await hasContent(path.join(folder, content.sha256), content)))
      throw usageFault(`The file “${content.fileName}” is missing or damaged: ${path.join(folder, content.sha256)}`);
}

/** Uploads the files of a page that was imported, except for those that it has. */
export async function importContents(
  connection: Connection,
  { pageId, pageFile, folder }: { pageId: string; pageFile: DeliveryOfFile; folder: string },
): Promise<void> {
  const { client } = connection;
  const draft = await client.request<DeliveryOfFile>('GET', `/pages/${pageId}/draft`);
  const deliverables = await listDeliverables(connection, pageId);
  // The import gives the deliverables other ids, in the same order.
  const ids = draft.config?.delivery?.items ?? [];
  for (const [index, { id }] of (pageFile.config?.delivery?.items ?? []).entries()) {
    const content = pageFile.deliverables?.find((one) => one.id === id)?.file;
    const deliverable = deliverables.find((one) => one.id === ids[index]?.id);
    if (!content || !deliverable || deliverable.file?.sha256 === content.sha256) continue;
    const target = { pageId, deliverableId: deliverable.id, fileName: content.fileName };
    await uploadFile(client.request, path.join(folder, content.sha256), target);
  }
}
