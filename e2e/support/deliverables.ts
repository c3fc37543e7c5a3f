import { createHash } from 'node:crypto';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { RunningApp } from './app-process.ts';
import { createPageConfig, createPublishedPage, publishPage, type PublishedPage, type Seller } from './seller.ts';

export const toSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Uploads a file to a page of a seller in one chunk. Returns the id of its deliverable. */
export async function uploadFile(
  { url }: Pick<RunningApp, 'url'>,
  seller: Seller,
  { pageId, fileName, bytes }: { pageId: string; fileName: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<string> {
  const { upload } = await seller.call('start-upload', { pageId, fileName, bytes: bytes.length });
  const response = await fetch(`${url}/uploads/${upload.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${seller.session.access_token}`, 'upload-offset': '0' },
    body: bytes,
  });
  if (!response.ok) throw new Error(`The upload answered ${response.status}: ${await response.text()}`);
  const { deliverable } = await seller.call('finish-upload', { uploadId: upload.id, sha256: toSha256(bytes) });
  return deliverable.id;
}

export type DeliveringPage = PublishedPage & { seller: Seller; deliverableId: string; bytes: Uint8Array<ArrayBuffer> };

/** Publishes a page that delivers a file. */
export async function createDeliveringPage(
  app: Pick<RunningApp, 'url'>,
  fileName: string,
  overrides: Partial<CheckoutPageConfig> = {},
): Promise<DeliveringPage> {
  const bytes = new TextEncoder().encode(`Wedge some clay. ${crypto.randomUUID()}`);
  const { seller, pageId, slug } = await createPublishedPage(app, { requireTerms: false, ...overrides });
  const deliverableId = await uploadFile(app, seller, { pageId, fileName, bytes });
  const config = createPageConfig({ requireTerms: false, customSlug: slug, ...overrides });
  const delivery = { ...config.delivery, ...overrides.delivery, items: [{ id: deliverableId, offeredWith: null }] };
  return { ...(await publishPage(seller, { ...config, delivery }, { pageId })), seller, deliverableId, bytes };
}
