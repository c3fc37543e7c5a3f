/** What a page can deliver: a file, license keys, a private link, or a text. */
export const DELIVERABLE_KINDS = ['file', 'keys', 'link', 'text'] as const;
export type DeliverableKind = (typeof DELIVERABLE_KINDS)[number];

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

export const MAX_DELIVERABLES = 20;
export const MAX_FILE_BYTES = 2 * GIB;
export const UPLOAD_CHUNK_BYTES = 8 * MIB;
export const DELIVERABLE_LIMITS = { name: 120, text: 4000, fileName: 200, keyPrefix: 8 } as const;
export const DOWNLOAD_LIMITS = { min: 1, max: 100, default: 10 } as const;
export const CONFIRM_DAYS = { min: 7, max: 365, default: 30 } as const;
export const ACTIVATION_LIMITS = { min: 1, max: 1000, default: 3 } as const;
export const VALID_DAYS = { min: 1, max: 3650, default: 365 } as const;
/** License keys that a seller can add at once, and in all, per deliverable. */
export const MAX_KEYS_PER_IMPORT = 10_000;
export const MAX_KEYS = 100_000;

/** Buyers keep access for so long after their seller has deleted the account. */
export const ACCESS_DAYS_AFTER_DELETION = 30;

/** How long buyers have access. `subscription`: until the end of the last paid period of the order's subscription. */
export const VALIDITIES = ['forever', 'subscription', 'days'] as const;

type Validity = {
  validity: (typeof VALIDITIES)[number];
  /** Days of the validity `days`, counted from the payment. */
  validDays: number;
};

export type FileSettings = Validity & {
  kind: 'file';
  /** Downloads per buyer; null: no limit. */
  maxDownloads: number | null;
  /** After these days a link from an email asks buyers to confirm their address. */
  confirmAfterDays: number;
};
export type KeySettings = Validity & {
  kind: 'keys';
  /** `generated`: each key is made when it is sold. `list`: keys come from the seller's list. */
  source: 'generated' | 'list';
  /** Beginning of generated keys, `A-Z0-9`; empty: none. */
  prefix: string;
  /** Devices per key; null: no limit. */
  maxActivations: number | null;
};
export type LinkSettings = Validity & {
  kind: 'link';
  /** HTTPS URL; empty: not set yet. */
  url: string;
  /** Whether the order's id and a signature are added to the URL. */
  signed: boolean;
};
export type TextSettings = Validity & { kind: 'text'; text: string };
export type DeliverableSettings = FileSettings | KeySettings | LinkSettings | TextSettings;

/** Result of the operator's virus scan. `unscanned`: there is no scanner. */
export const FILE_SCANS = ['waiting', 'clean', 'refused', 'unscanned'] as const;
export type FileScan = (typeof FILE_SCANS)[number];

/** A version of a file. Dates are ISO 8601 UTC. */
export type FileVersion = {
  number: number;
  fileName: string;
  mediaType: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  scan: FileScan;
  createdAt: string;
};

/** A deliverable as its seller sees it. */
export type Deliverable = {
  id: string;
  pageId: string;
  kind: DeliverableKind;
  name: string;
  settings: DeliverableSettings;
  /** The version that buyers get; null for other kinds, and until a file is uploaded. */
  file: FileVersion | null;
  /** Keys of the seller's list that are unused; null for other kinds and generated keys. */
  unusedKeys: number | null;
  createdAt: string;
  updatedAt: string;
};

const VALID_FOREVER: Validity = { validity: 'forever', validDays: VALID_DAYS.default };

/** Settings of a new deliverable. */
export function createDeliverableSettings(kind: DeliverableKind): DeliverableSettings {
  switch (kind) {
    case 'file':
      return { kind, ...VALID_FOREVER, maxDownloads: DOWNLOAD_LIMITS.default, confirmAfterDays: CONFIRM_DAYS.default };
    case 'keys':
      return { kind, ...VALID_FOREVER, source: 'generated', prefix: '', maxActivations: ACTIVATION_LIMITS.default };
    case 'link':
      return { kind, ...VALID_FOREVER, url: '', signed: false };
    case 'text':
      return { kind, ...VALID_FOREVER, text: '' };
  }
}

/**
 * What a page's config says of a deliverable: the prices and extras that it comes with. `offeredWith`: ids of price options
 * (`base` for the first price) and `bump:` with ids of extras; null: every price.
 */
export type DeliveredItem = { id: string; offeredWith: readonly string[] | null };

/** Prefix of an extra's id in `offeredWith`, which makes it the key of the extra's line. */
export const BUMP_PREFIX = 'bump:';
