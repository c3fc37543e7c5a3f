export const MAX_BATCHES = 10;
export const MAX_BATCH_PREFIX = 20;
export const MAX_NEW_CODES = 5000;
export const MAX_CODES_PER_PAGE = 50_000;

/** Without 0, 1, I, and O, which look alike. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
export const CODE_LENGTH = 8;

/** A batch's prefix, a hyphen, and the random part: `CODE_LENGTH` characters of `CODE_ALPHABET`. */
const GENERATED_CODE = /^(.+)-[2-9A-HJ-NP-Z]{8}$/;

/** Returns the prefix of a generated code; null if the code cannot be a generated one. */
export const getCodePrefix = (code: string): string | null => GENERATED_CODE.exec(code)?.[1] ?? null;

/** `reserved`: a buyer is checking out with it; `used`: paid, or paid by a delayed method. */
export const COUPON_CODE_STATES = ['unused', 'reserved', 'used'] as const;
export type CouponCodeState = (typeof COUPON_CODE_STATES)[number];

/** A generated code. `usedAt`: ISO 8601; null until there is an order. */
export type CouponCode = {
  id: string;
  code: string;
  state: CouponCodeState;
  orderNumber: number | null;
  usedAt: string | null;
};

export type CouponCodeCounts = Record<CouponCodeState, number>;

type BatchRef = { pageId: string; code: string };

/** RPC functions of generated codes. `code`: the code of the batch coupon. */
export type CouponCodeRpc = {
  /** Adds single-use codes to a batch coupon of the draft or the published version. */
  'create-coupon-codes': { body: BatchRef & { count: number }; response: { codes: string[] } };
  /** `next`: value of `after` for the next request; null on the last page. */
  'list-coupon-codes': {
    body: BatchRef & { after?: string; limit?: number };
    response: { codes: CouponCode[]; next: string | null };
  };
  'count-coupon-codes': { body: BatchRef; response: CouponCodeCounts };
  /** CSV lines, some thousand codes per response; the first response starts with the header. */
  'export-coupon-codes': { body: BatchRef & { after?: string }; response: { lines: string; next: string | null } };
  'delete-unused-coupon-codes': { body: BatchRef; response: { deleted: number } };
};
