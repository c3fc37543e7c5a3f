/** Races of two processes for what is limited: the last pieces of a stock, the last uses of a code. */
import type { Calls } from '#domain/calls.ts';
import { addedKeys, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { publish, samplePage, type Seller } from '../e2e/seller.ts';
import { payOnPage, until } from './provider.ts';

const BUYERS = 20;
const LEFT = 5;

const CODE = { code: 'LAST', discount: 10, type: 'percentage' as const };

/** What is limited, and what those are told who come too late. */
export const SCARCE: Record<
  string,
  { change: Partial<CheckoutPageConfig>; code: string | null; late: string }
> = {
  stock: {
    change: { availability: { ...addedKeys().availability, stock: LEFT } },
    code: null,
    late: 'all_held',
  },
  coupon: {
    change: { enableCoupon: true, validCoupons: [{ ...CODE, limit: LEFT }] },
    code: CODE.code,
    late: 'coupon_used_up',
  },
};

export type CallAt = <T>(
  door: string,
  seller: Seller,
  name: string,
  body: object,
) => Promise<{ status: number; body: T & { error?: { code: string } } }>;

/** Twenty buyers at once, at both processes in turn, want what there is five of; one of them pays. Gives what held. */
export async function raceForTheLast(
  call: CallAt,
  doors: readonly [string, string],
  seller: Seller,
  { change, code, late }: (typeof SCARCE)[string],
): Promise<Record<string, boolean>> {
  const { slug, pageId } = await publish(seller, samplePage({ requireTerms: false, ...change }));
  const press = (index: number) =>
    call<{ url: string }>(doors[index % 2 === 0 ? 0 : 1], seller, 'create-checkout-session', {
      slug,
      attempt: crypto.randomUUID(),
      email: `buyer-${index}@example.com`,
      appliedCoupon: code,
    });
  const answers = await Promise.all(Array.from({ length: BUYERS }, (_, index) => press(index)));
  const winners = answers.filter(({ status }) => status === 200);
  const losers = answers.filter(({ status }) => status !== 200);
  const counts = async () => {
    const { body } = await call<Calls['get-page-counts']['answer']>(doors[1], seller, 'get-page-counts', {
      pageId,
    });
    return code === null
      ? { used: body.sold, held: body.held }
      : body.coupons.find((one) => one.code === code);
  };
  const held = await counts();
  await payOnPage(winners[0]?.body.url ?? '');
  await until(`${slug} has sold one`, async () => (await counts())?.used === 1);
  return {
    'as many winners as there are pieces': winners.length === LEFT,
    'the others are told why': losers.every(({ body }) => body.error?.code === late),
    'as many are held': held?.used === 0 && held.held === LEFT,
    'who pays keeps theirs': (await counts())?.held === LEFT - 1,
    'nothing is left': (await press(0)).body.error?.code === late,
  };
}
