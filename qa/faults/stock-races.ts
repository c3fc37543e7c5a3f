/** Races of two processes for limited resources: slugs, the last units of a stock, and the last uses of a coupon. */
import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { publishPage, createPageConfig, uniqueName } from '../../e2e/support/seller.ts';
import { callRpcAt, listErrorCodes, type RpcResult } from '../lib/rpc-calls.ts';
import { payOnPage, waitUntil } from '../lib/sandbox-stripe.ts';
import { listFaults, type Fault, type Racer, type RaceTestEnv } from './race-test-env.ts';

/** Lists the faults of slug races: two sellers request the same slug concurrently. */
type Saved = RpcResult<'save-checkout-page'>;

const pageCalled = (productName: string): CheckoutPageConfig => createPageConfig({ productName, requireTerms: false });

const save = (url: string, { seller }: Racer, slug: string, pageId?: string): Promise<Saved> =>
  callRpcAt(url, seller, 'save-checkout-page', {
    config: { ...pageCalled(`Page of ${seller.email}`), customSlug: slug },
    slug,
    ...(pageId !== undefined && { pageId }),
  });

const isWon = ({ status }: Saved): boolean => status === 200;
const isSlugTaken = (saved: Saved): boolean => listErrorCodes([saved]).join() === 'slug_taken';

const showsPageOf = async (url: string, slug: string, { seller }: Racer): Promise<boolean> =>
  (await (await fetch(`${url}/c/${slug}`)).text()).includes(`Page of ${seller.email}`);

/** Both publish at one slug; then the winner moves away and back while the other requests the released slug. */
export async function raceForSlug({ urls }: RaceTestEnv, one: Racer, other: Racer): Promise<Fault[]> {
  const [slug, elsewhere] = [uniqueName('till'), uniqueName('moved')];
  const saved = await Promise.all([save(urls[0], one, slug), save(urls[1], other, slug)]);
  const won = saved.findIndex(isWon);
  const [winner, loser] = won === 0 ? [one, other] : [other, one];
  const pageId = saved[won]?.body.pageId ?? '';
  const shown = await Promise.all(urls.map((url) => showsPageOf(url, slug, winner)));
  const [moved, sniped] = await Promise.all([save(urls[0], winner, elsewhere, pageId), save(urls[1], loser, slug)]);
  const freed = await Promise.all(urls.map((url) => save(url, loser, slug)));
  const [back, again] = await Promise.all([save(urls[1], winner, slug, pageId), save(urls[0], loser, slug)]);
  const errorCode = listErrorCodes(saved).join();
  return listFaults('slug', slug, {
    'one winner': saved.filter(isWon).length === 1,
    [`the other gets slug_taken, not ${errorCode}`]: errorCode === 'slug_taken',
    'both processes show the winner’s page': shown.every(Boolean),
    'the winner moves': isWon(moved) && isWon(back),
    'the other never gets the released slug': [sniped, ...freed, again].every(isSlugTaken),
    'both processes show the page at its slug again': (
      await Promise.all(urls.map((url) => showsPageOf(url, slug, winner)))
    ).every(Boolean),
  });
}

const BUYERS = 20;
const LEFT = 5;

const CODE = { code: 'LAST', discount: 10, type: 'percentage' as const };

/** The limited resources, and the error codes of late requests. */
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

/** Twenty concurrent buyers, alternating between both processes, request five available units; one of them pays. */
export async function raceForTheLast(
  what: keyof typeof SCARCE,
  { urls }: RaceTestEnv,
  { seller }: Racer,
): Promise<Fault[]> {
  const { change, code, late } = SCARCE[what];
  const { slug, pageId } = await publishPage(seller, createPageConfig({ requireTerms: false, ...change }));
  const sendCheckoutRequest = (index: number) =>
    callRpcAt(urls[index % 2 === 0 ? 0 : 1], seller, 'create-checkout-session', {
      slug,
      attempt: crypto.randomUUID(),
      email: `buyer-${index}@example.com`,
      appliedCoupon: code,
    });
  const answers = await Promise.all(Array.from({ length: BUYERS }, (_, index) => sendCheckoutRequest(index)));
  const winners = answers.filter(({ status }) => status === 200);
  const counts = async () => {
    const { body } = await callRpcAt(urls[1], seller, 'get-page-counts', { pageId });
    return code === null ? { used: body.sold, held: body.held } : body.coupons.find((one) => one.code === code);
  };
  const reserved = await counts();
  await payOnPage(winners[0]?.body.url ?? '');
  await waitUntil(`${slug} has sold one`, async () => (await counts())?.used === 1);
  return listFaults(what, slug, {
    'as many winners as units': winners.length === LEFT,
    'the others get the reason': listErrorCodes(answers).every((errorCode) => errorCode === late),
    'as many units are reserved': reserved?.used === 0 && reserved.held === LEFT,
    'the paying buyer keeps the reservation': (await counts())?.held === LEFT - 1,
    'nothing is left': (await sendCheckoutRequest(0)).body.error?.code === late,
  });
}
