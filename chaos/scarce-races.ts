/** Races of two processes for what is limited: the last pieces of a stock, the last uses of a code. */
import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { publishPage, createPageConfig } from '../e2e/seller.ts';
import { payOnPage, waitUntil } from './provider.ts';
import { callRpcAt, listErrorCodes } from './race-calls.ts';
import { listFaults, type Fault, type Racer, type RaceTestEnv } from './race-world.ts';

const BUYERS = 20;
const LEFT = 5;

const CODE = { code: 'LAST', discount: 10, type: 'percentage' as const };

/** What is limited, and what those are told who come too late. */
const SCARCE: Record<'stock' | 'coupon', { change: Partial<CheckoutPageConfig>; code: string | null; late: string }> = {
  stock: {
    change: { availability: { ...createAddedFields().availability, stock: LEFT } },
    code: null,
    late: 'all_held',
  },
  coupon: {
    change: { enableCoupon: true, validCoupons: [{ ...CODE, limit: LEFT }] },
    code: CODE.code,
    late: 'coupon_used_up',
  },
};

/** Twenty buyers at once, at both processes in turn, want what there is five of; one of them pays. */
export async function raceForTheLast(
  what: keyof typeof SCARCE,
  { urls }: RaceTestEnv,
  { seller }: Racer,
): Promise<Fault[]> {
  const { change, code, late } = SCARCE[what];
  const { slug, pageId } = await publishPage(seller, createPageConfig({ requireTerms: false, ...change }));
  const press = (index: number) =>
    callRpcAt(urls[index % 2 === 0 ? 0 : 1], seller, 'create-checkout-session', {
      slug,
      attempt: crypto.randomUUID(),
      email: `buyer-${index}@example.com`,
      appliedCoupon: code,
    });
  const answers = await Promise.all(Array.from({ length: BUYERS }, (_, index) => press(index)));
  const winners = answers.filter(({ status }) => status === 200);
  const counts = async () => {
    const { body } = await callRpcAt(urls[1], seller, 'get-page-counts', { pageId });
    return code === null ? { used: body.sold, held: body.held } : body.coupons.find((one) => one.code === code);
  };
  const held = await counts();
  await payOnPage(winners[0]?.body.url ?? '');
  await waitUntil(`${slug} has sold one`, async () => (await counts())?.used === 1);
  return listFaults(what, slug, {
    'as many winners as there are pieces': winners.length === LEFT,
    'the others are told why': listErrorCodes(answers).every((told) => told === late),
    'as many are held': held?.used === 0 && held.held === LEFT,
    'who pays keeps theirs': (await counts())?.held === LEFT - 1,
    'nothing is left': (await press(0)).body.error?.code === late,
  });
}
