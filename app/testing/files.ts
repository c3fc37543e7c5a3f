import type { FileVersion } from '#domain/deliverable.ts';
import type { DeliveryRpc, SellerFile } from '#domain/delivery-rpc.ts';

const MIB = 1024 ** 2;
export const GIB = 1024 ** 3;

export const createFileVersion = (overrides: Partial<FileVersion> = {}): FileVersion => ({
  number: 1,
  fileName: 'guide.pdf',
  mediaType: 'application/pdf',
  bytes: 4 * MIB,
  sha256: 'ab'.repeat(32),
  scan: 'clean',
  createdAt: '2026-03-02T10:00:00Z',
  ...overrides,
});

/** A file with one version that its page delivers. */
export const createSellerFile = (overrides: Partial<SellerFile> = {}): SellerFile => ({
  deliverableId: 'deliverable-guide',
  name: 'Carving guide',
  pageId: '33333333-3333-4333-8333-000000000001',
  pageName: 'Linocut for Beginners',
  removed: false,
  file: createFileVersion(),
  versions: 1,
  bytes: 4 * MIB,
  ...overrides,
});

/** Response of `list-files` on a plan with 2 GB of storage. */
export const createFileList = (
  files: SellerFile[] = [createSellerFile()],
  used = files.reduce((sum, { bytes }) => sum + bytes, 0),
): DeliveryRpc['list-files']['response'] => ({ files, storage: { used, limit: 2 * GIB } });
