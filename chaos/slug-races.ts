/** Races for an address: two sellers want the same at the same moment. */
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { freshWord, samplePage } from '../e2e/seller.ts';
import { callAt, codesOf, type Answer } from './race-calls.ts';
import { faultsOf, type Fault, type Racer, type RaceWorld } from './race-world.ts';

type Saved = Answer<'save-checkout-page'>;

const pageCalled = (productName: string): CheckoutPageConfig =>
  samplePage({ productName, requireTerms: false });

const save = (door: string, { seller }: Racer, slug: string, pageId?: string): Promise<Saved> =>
  callAt(door, seller, 'save-checkout-page', {
    config: { ...pageCalled(`Page of ${seller.email}`), customSlug: slug },
    slug,
    ...(pageId !== undefined && { pageId }),
  });

const isWon = ({ status }: Saved): boolean => status === 200;
const isToldTaken = (saved: Saved): boolean => codesOf([saved]).join() === 'slug_taken';

const showsPageOf = async (door: string, slug: string, { seller }: Racer): Promise<boolean> =>
  (await (await fetch(`${door}/c/${slug}`)).text()).includes(`Page of ${seller.email}`);

/** Both publish at one address; then the winner moves on and back while the other wants what was freed. */
export async function raceForSlug({ doors }: RaceWorld, one: Racer, other: Racer): Promise<Fault[]> {
  const [slug, elsewhere] = [freshWord('till'), freshWord('moved')];
  const saved = await Promise.all([save(doors[0], one, slug), save(doors[1], other, slug)]);
  const won = saved.findIndex(isWon);
  const [winner, loser] = won === 0 ? [one, other] : [other, one];
  const pageId = saved[won]?.body.pageId ?? '';
  const shown = await Promise.all(doors.map((door) => showsPageOf(door, slug, winner)));
  const [moved, sniped] = await Promise.all([
    save(doors[0], winner, elsewhere, pageId),
    save(doors[1], loser, slug),
  ]);
  const freed = await Promise.all(doors.map((door) => save(door, loser, slug)));
  const [back, again] = await Promise.all([
    save(doors[1], winner, slug, pageId),
    save(doors[0], loser, slug),
  ]);
  const told = codesOf(saved).join();
  return faultsOf('slug', slug, {
    'one winner': saved.filter(isWon).length === 1,
    [`the other is told that it is taken, not ${told}`]: told === 'slug_taken',
    'both processes show the winner’s page': shown.every(Boolean),
    'the winner moves': isWon(moved) && isWon(back),
    'what was freed goes to nobody else': [sniped, ...freed, again].every(isToldTaken),
    'both processes show it where it is again': (
      await Promise.all(doors.map((door) => showsPageOf(door, slug, winner)))
    ).every(Boolean),
  });
}
