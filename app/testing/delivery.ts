import {
  createDeliverableSettings,
  type Deliverable,
  type DeliverableKind,
  type FileVersion,
} from '#domain/deliverable.ts';
import type { Upload } from '#domain/delivery-rpc.ts';

import { PAGE_ID } from './builder.ts';
import type { RpcHandlers } from './fake-rpc.ts';

const CREATED_AT = '2026-03-02T10:00:00Z';
const EXPIRES_AT = '2026-03-03T10:00:00Z';

export const createFileVersion = (overrides: Partial<FileVersion> = {}): FileVersion => ({
  number: 1,
  fileName: 'linocut.pdf',
  mediaType: 'application/pdf',
  bytes: 2_400_000,
  sha256: 'a'.repeat(64),
  scan: 'clean',
  createdAt: CREATED_AT,
  ...overrides,
});

export const createDeliverable = (
  kind: DeliverableKind,
  name: string,
  overrides: Partial<Deliverable> = {},
): Deliverable => ({
  id: name.toLowerCase(),
  pageId: PAGE_ID,
  kind,
  name,
  settings: createDeliverableSettings(kind),
  file: kind === 'file' ? createFileVersion() : null,
  unusedKeys: null,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  ...overrides,
});

export const createUpload = (fileName: string, bytes: number, overrides: Partial<Upload> = {}): Upload => ({
  id: `upload-${fileName}`,
  pageId: PAGE_ID,
  deliverableId: null,
  fileName,
  bytes,
  received: 0,
  expiresAt: EXPIRES_AT,
  ...overrides,
});

/**
 * A server with the deliverables and uploads of one page. `handlers` answer RPC functions, `receiveChunk` the requests with
 * bytes of files.
 */
export function createDeliveryServer(initial: readonly Deliverable[] = [], initialUploads: readonly Upload[] = []) {
  let [deliverables, uploads] = [[...initial], [...initialUploads]];
  const findUpload = (id: string): Upload => {
    const upload = uploads.find((one) => one.id === id);
    if (!upload) throw new Error(`There is no upload ${id}`);
    return upload;
  };
  const store = (changed: Deliverable): { deliverable: Deliverable } => {
    deliverables = [...deliverables.filter(({ id }) => id !== changed.id), changed];
    return { deliverable: changed };
  };
  const findDeliverable = (id: string): Deliverable => {
    const deliverable = deliverables.find((one) => one.id === id);
    if (!deliverable) throw new Error(`There is no deliverable ${id}`);
    return deliverable;
  };
  const handlers: RpcHandlers = {
    'list-deliverables': () => ({ deliverables }),
    'create-deliverable': ({ name, settings }) =>
      store(createDeliverable(settings.kind, name, { settings, file: null })),
    'update-deliverable': ({ deliverableId, name, settings }) =>
      store({ ...findDeliverable(deliverableId), ...(name && { name }), ...(settings && { settings }) }),
    'remove-deliverable': ({ deliverableId }) => {
      deliverables = deliverables.filter(({ id }) => id !== deliverableId);
      return { removed: true };
    },
    'list-uploads': () => ({ uploads }),
    'start-upload': ({ fileName, bytes, deliverableId = null }) => {
      const upload = createUpload(fileName, bytes, { deliverableId });
      uploads = [...uploads, upload];
      return { upload };
    },
    'finish-upload': ({ uploadId, sha256 }) => {
      const { fileName, bytes, deliverableId } = findUpload(uploadId);
      uploads = uploads.filter(({ id }) => id !== uploadId);
      const replaced = deliverableId === null ? createDeliverable('file', fileName) : findDeliverable(deliverableId);
      return store({ ...replaced, file: createFileVersion({ fileName, bytes, sha256 }) });
    },
    'cancel-upload': ({ uploadId }) => {
      uploads = uploads.filter(({ id }) => id !== uploadId);
      return { canceled: true };
    },
  };
  const receiveChunk = (uploadId: string, offset: number, bytes: Uint8Array): number => {
    const received = offset + bytes.byteLength;
    uploads = uploads.map((one) => (one.id === uploadId ? { ...one, received } : one));
    return received;
  };
  return { handlers, receiveChunk, listUploads: () => uploads };
}
