/** Races for an address: two sellers want the same at the same moment. */
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { uniqueName, createPageConfig } from '../e2e/seller.ts';
import { callRpcAt, listErrorCodes, type RpcResult } from './race-calls.ts';
import { listFaults, type Fault, type Racer, type RaceTestEnv } from './race-world.ts';

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
