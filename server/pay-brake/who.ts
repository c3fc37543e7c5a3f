import { normalizeBuyerEmail } from '#domain/buyer-key.ts';

import type { Context } from '#server/context.ts';

// Visitors, buyers and cards are stored as keyed hashes that cannot be reversed.

type HashContext = Pick<Context, 'secrets'>;

/** `address`: the client address as rate limits count it. */
export const hashVisitor = ({ secrets }: HashContext, address: string): string =>
  secrets.hash(`pay visitor ${address}`);

export const hashBuyer = ({ secrets }: HashContext, email: string): string =>
  secrets.hash(`pay buyer ${normalizeBuyerEmail(email)}`);

/** `fingerprint`: Stripe's card fingerprint, the same for one card on one account. */
export const hashCard = ({ secrets }: HashContext, fingerprint: string): string =>
  secrets.hash(`pay card ${fingerprint}`);

/** Identifies a visitor on one page. */
export const hashVisitorOnPage = ({ secrets }: HashContext, address: string, pageId: string): string =>
  secrets.hash(`pay presser ${pageId} ${address}`);
