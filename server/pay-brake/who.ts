import { buyerKeyOf } from '#domain/buyer-key.ts';

import type { Context } from '#server/context.ts';

// What is remembered of people and cards: keyed hashes, which lead back to nobody.

type Keys = Pick<Context, 'secrets'>;

/** `address`: as limits count it. */
export const visitorKeyOf = ({ secrets }: Keys, address: string): string =>
  secrets.hash(`pay visitor ${address}`);

export const buyerHashOf = ({ secrets }: Keys, email: string): string =>
  secrets.hash(`pay buyer ${buyerKeyOf(email)}`);

/** `fingerprint`: the provider's, the same for a card wherever it is used on one account. */
export const cardKeyOf = ({ secrets }: Keys, fingerprint: string): string =>
  secrets.hash(`pay card ${fingerprint}`);

/** A visitor on one page, for those who press again and again. */
export const presserKeyOf = ({ secrets }: Keys, address: string, pageId: string): string =>
  secrets.hash(`pay presser ${pageId} ${address}`);
