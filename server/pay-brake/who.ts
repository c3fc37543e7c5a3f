import { buyerKeyOf } from '#domain/buyer-key.ts';

import type { Context } from '#server/context.ts';

// Visitors, buyers and cards are stored as keyed hashes that cannot be reversed.

type Keys = Pick<Context, 'secrets'>;

/** `address`: the client address as rate limits count it. */
export const visitorKeyOf = ({ secrets }: Keys, address: string): string =>
  secrets.hash(`pay visitor ${address}`);

export const buyerHashOf = ({ secrets }: Keys, email: string): string =>
  secrets.hash(`pay buyer ${buyerKeyOf(email)}`);

/** `fingerprint`: Stripe's card fingerprint, the same for one card on one account. */
export const cardKeyOf = ({ secrets }: Keys, fingerprint: string): string =>
  secrets.hash(`pay card ${fingerprint}`);

/** Identifies a visitor on one page. */
export const presserKeyOf = ({ secrets }: Keys, address: string, pageId: string): string =>
  secrets.hash(`pay presser ${pageId} ${address}`);
