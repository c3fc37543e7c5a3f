import type { Readable } from 'node:stream';

import type { FilesConfig } from '#server/core/config.ts';

import type { ByteRange } from './byte-range.ts';
import { createDiskStore } from './disk-store.ts';
import { createS3Store } from './s3-store.ts';

/** How a file is downloaded: under this name, as this type, and never shown by the browser. */
export type Download = { fileName: string; mediaType: string };

/** Contents of files by their SHA-256 in hex. They never change. */
export type FileStore = {
  /** Stores the content of the file at `path`, unless it is stored already. Then it survives a power outage. */
  put: (sha256: string, path: string) => Promise<void>;
  /** Opens a content, or a range of it; null if it is not stored. */
  open: (sha256: string, range?: ByteRange) => Promise<Readable | null>;
  exists: (sha256: string) => Promise<boolean>;
  /** Has the same effect whether or not the content is stored. */
  remove: (sha256: string) => Promise<void>;
  list: () => Promise<string[]>;
  /** Path of a content on this machine; null in a bucket. */
  getPath: (sha256: string) => string | null;
  /** URL from which a client gets the content within five minutes; null: it is sent by this process. */
  createLink: (sha256: string, download: Download) => Promise<string | null>;
};

export const createFileStore = ({ files }: { files: FilesConfig }): FileStore =>
  files.s3 ? createS3Store(files.s3) : createDiskStore(files.folder);
