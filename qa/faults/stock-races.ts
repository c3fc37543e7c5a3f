/** Races of two processes for what is limited: the last pieces of a stock, the last uses of a code. */
import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { publishPage, createPageConfig, uniqueName } from '../../e2e/support/seller.ts';
import { payOnPage, waitUntil } from '../lib/sandbox-stripe.ts';
import { callRpcAt, listErrorCodes, type RpcResult } from '../lib/rpc-calls.ts';
import { listFaults, type Fault, type Racer, type RaceTestEnv } from './race-test-env.ts';

/** Races for an address: two sellers want the same at the same moment. */
type Saved = RpcResult<'save-checkout-page'>;

const pageCalled = (productName: string): CheckoutPageConfig => createPageConfig({ productName, requireTerms: false });

const save = (door: string, { seller }: Racer, slug: string, pageId?: string): Promise<Saved> =>
  callRpcAt(door, seller, 'save-checkout-page', {
    config: { ...pageCalled(`Page of ${seller.email}`), customSlug: slug },
    slug,
    ...(pageId !== undefined && { pageId }),
  });

const isWon = ({ status }: Saved): boolean => status === 200;
const isToldTaken = (saved: Saved): boolean => listErrorCodes([saved]).join() === 'slug_taken';

const showsPageOf = async (door: string, slug: string, { seller }: Racer): Promise<boolean> =>
  (await (await fetch(`${door}/c/${slug}`)).text()).includes(`Page of ${seller.email}`);

/** Both publish at one address; then the winner moves on and back while the other wants what was freed. */
export async function raceForSlug({ urls }: RaceTestEnv, one: Racer, other: Racer): Promise<Fault[]> {
  const [slug, elsewhere] = [uniqueName('till'), uniqueName('moved')];
  const saved = await Promise.all([save(urls[0], one, slug), save(urls[1], other, slug)]);
  const won = saved.findIndex(isWon);
  const [winner, loser] = won === 0 ? [one, other] : [other, one];
  const pageId = saved[won]?.body.pageId ?? '';
  const shown = await Promise.all(urls.map((door) => showsPageOf(door, slug, winner)));
  const [moved, sniped] = await Promise.all([save(urls[0], winner, elsewhere, pageId), save(urls[1], loser, slug)]);
  const freed = await Promise.all(urls.map((door) => save(door, loser, slug)));
  const [back, again] = await Promise.all([save(urls[1], winner, slug, pageId), save(urls[0], loser, slug)]);
  const told = listErrorCodes(saved).join();
  return listFaults('slug', slug, {
    'one winner': saved.filter(isWon).length === 1,
    [`the other is told that it is taken, not ${told}`]: told === 'slug_taken',
    'both processes show the winner’s page': shown.every(Boolean),
    'the winner moves': isWon(moved) && isWon(back),
    'what was freed goes to nobody else': [sniped, ...freed, again].every(isToldTaken),
    'both processes show it where it is again': (
      await Promise.all(urls.map((door) => showsPageOf(door, slug, winner)))
    ).every(Boolean),
  });
}

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
