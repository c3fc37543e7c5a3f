import { createHash } from 'node:crypto';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createDeliverableSettings } from '#domain/deliverable.ts';

import type { RunningApp } from './app-process.ts';
import { createPageConfig, createPublishedPage, publishPage, type PublishedPage, type Seller } from './seller.ts';

export const toSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Uploads a file to a page of a seller in one chunk, as a deliverable or a new version of one. Returns its id. */
export async function uploadFile(
  { url }: Pick<RunningApp, 'url'>,
  seller: Seller,
  { bytes, ...target }: { pageId: string; fileName: string; bytes: Uint8Array<ArrayBuffer>; deliverableId?: string },
): Promise<string> {
  const { upload } = await seller.call('start-upload', { ...target, bytes: bytes.length });
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

/** Publishes a page that delivers generated license keys and a file. */
export async function publishKeysAndFile(
  app: Pick<RunningApp, 'url'>,
  seller: Seller,
  config: CheckoutPageConfig,
): Promise<PublishedPage & { deliverableIds: string[] }> {
  const { pageId, slug: customSlug } = await publishPage(seller, config);
  const settings = createDeliverableSettings('keys');
  const { deliverable } = await seller.call('create-deliverable', { pageId, name: 'License', settings });
  const file = { pageId, fileName: 'guide.txt', bytes: new TextEncoder().encode('Wedge some clay.') };
  const deliverableIds = [deliverable.id, await uploadFile(app, seller, file)];
  const items = deliverableIds.map((id) => ({ id, offeredWith: null }));
  const delivery = { ...config.delivery, items };
  return { ...(await publishPage(seller, { ...config, customSlug, delivery }, { pageId })), deliverableIds };
}
