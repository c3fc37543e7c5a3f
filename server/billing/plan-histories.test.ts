import fc from 'fast-check';
import { expect, test } from 'vitest';

import { PLANS, type PlanId } from '#domain/plans.ts';

import { cancel, choose, enter, hasAccess, payDue, reactivate, refund, sell } from './testing-plan-acts.ts';
import { advance, type CardKind, type Model } from './testing-plan-model.ts';
import {
  choosePlan,
  giveCard,
  invoicesOf,
  nowOf,
  openPlay,
  payOpen,
  refundOne,
  sellOne,
  statusOf,
  takenFrom,
  type Play,
} from './testing-plan-play.ts';

// `npm run chaos:plans` plays 2,000 histories; a few are enough to see that nothing has come apart.
const HISTORIES = Number(process.env.HISTORIES ?? 6);
const DAY = 86_400;
const LENGTH = 400 * DAY;

type Act =
  | { act: 'wait'; hours: number }
  | { act: 'enter' | 'choose'; plan: PlanId }
  | { act: 'card'; kind: CardKind }
  | { act: 'sell'; price: number }
  | { act: 'refund'; which: number }
  | { act: 'cancel' | 'reactivate' | 'pay' }
  | { act: 'lose'; lossy: boolean };

const plan = fc.constantFrom(...PLANS.map(({ id }) => id));
const waits = fc.oneof(fc.integer({ min: 1, max: 72 }), fc.integer({ min: 24, max: 40 * 24 }));

const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant('wait' as const), hours: waits }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('enter' as const), plan }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('choose' as const), plan }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('card' as const),
      kind: fc.constantFrom<CardKind>('good', 'good', 'bad'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('sell' as const), price: fc.constantFrom(900, 2600, 8000) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('refund' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('cancel', 'reactivate', 'reactivate', 'pay', 'pay') }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('lose' as const), lossy: fc.boolean() }) },
);

/** The model stands at this moment, with all that fell due before. */
function comeTo({ model }: Play, seconds: number): void {
  advance(model, Math.max(model.now, seconds));
}

/** The second at which the provider has made the newest invoice, where that was just now. */
async function billedAt(play: Play, since: number): Promise<number> {
  const [newest] = await invoicesOf(play);
  return newest && newest.created >= since ? newest.created : since;
}

/** Has both act, and expects the same to come of it. */
async function both(play: Play, real: () => Promise<string>, told: (model: Model) => string): Promise<void> {
  const before = nowOf(play);
  const came = await real();
  await play.shop.settled();
  comeTo(play, await billedAt(play, before));
  expect(came).toBe(told(play.model));
}

async function wait(play: Play, hours: number): Promise<void> {
  const to = Math.min(nowOf(play) + hours * 3600, play.begunAt + LENGTH);
  if (to <= nowOf(play)) return;
  play.shop.sandbox?.clock.moveTo(new Date(to * 1000));
  await play.shop.settled();
}

async function sellBoth(play: Play, price: number): Promise<void> {
  const before = nowOf(play);
  comeTo(play, before);
  const open = hasAccess(play.model);
  const sold = await sellOne(play, price);
  comeTo(play, await billedAt(play, before));
  expect(sold, 'a buyer can pay').toBe(open);
  if (sold) sell(play.model, price * 100);
}

async function refundBoth(play: Play, which: number): Promise<void> {
  const left = play.sales.filter(({ refunded }) => !refunded);
  const sale = left[which % Math.max(1, left.length)];
  if (!sale) return;
  await refundOne(play, sale);
  comeTo(play, nowOf(play));
  refund(play.model, sale.amount, sale.at);
}

async function enterBoth(play: Play, planId: PlanId): Promise<void> {
  await both(
    play,
    async () => {
      const { body } = await play.seller.call('create-subscription', { planId });
      return body.error?.code ?? (body.created ? 'created' : 'not created');
    },
    (model) => enter(model, planId),
  );
}

const reactivateBoth = (play: Play): Promise<void> =>
  both(
    play,
    async () => {
      const { body } = await play.seller.call('reactivate-subscription', {});
      return body.error?.code ?? (body.reactivated ? 'reactivated' : 'card first');
    },
    reactivate,
  );

const cancelBoth = (play: Play): Promise<void> =>
  both(
    play,
    async () => {
      const { body } = await play.seller.call('cancel-subscription', {});
      return body.error?.code ?? 'ending';
    },
    cancel,
  );

async function perform(play: Play, act: Act): Promise<void> {
  switch (act.act) {
    case 'wait':
      return wait(play, act.hours);
    case 'enter':
      return enterBoth(play, act.plan);
    case 'choose':
      return both(
        play,
        () => choosePlan(play, act.plan),
        (model) => choose(model, act.plan),
      );
    case 'card':
      return giveCard(play, act.kind);
    case 'sell':
      return sellBoth(play, act.price);
    case 'refund':
      return refundBoth(play, act.which);
    case 'cancel':
      return cancelBoth(play);
    case 'reactivate':
      return reactivateBoth(play);
    case 'pay':
      await payOpen(play);
      comeTo(play, nowOf(play));
      return payDue(play.model);
    case 'lose':
      play.lossy = act.lossy;
      return;
    default:
  }
}

const OURS = { paused: 'canceled' } as const;

/** The shop and the model say the same of status, plan, access, sales and money. */
async function expectSame(play: Play): Promise<void> {
  comeTo(play, nowOf(play));
  const { sub, charges, months } = play.model;
  const real = await statusOf(play);
  const month = new Date(nowOf(play) * 1000).toISOString().slice(0, 7);
  const taken = takenFrom(await invoicesOf(play));
  expect({
    status: real.status,
    plan: real.currentPlan,
    access: real.access,
    sales: Math.round(real.monthlySales.amount * 100),
    ends: real.cancelAt !== null,
    smaller: real.pendingPlan?.plan ?? null,
    taken,
  }).toEqual({
    status: sub ? (sub.status === 'paused' ? OURS.paused : sub.status) : null,
    plan: sub?.plan ?? null,
    access: hasAccess(play.model),
    sales: months.get(month) ?? 0,
    ends: (sub?.cancelAt ?? null) !== null,
    smaller: sub?.pending ?? null,
    taken: charges.toSorted((a, b) => a - b),
  });
}

/** Tells, with what went wrong, everything that was done before. */
async function playThrough(history: readonly Act[]): Promise<void> {
  const play = await openPlay();
  const done: string[] = [];
  try {
    for (const act of history) {
      done.push(`${new Date(nowOf(play) * 1000).toISOString()} ${JSON.stringify(act)}`);
      await perform(play, act);
      await expectSame(play);
    }
  } catch (error) {
    throw new Error(`${String(error)}\nafter\n${done.join('\n')}`, { cause: error });
  } finally {
    await play.shop.close();
  }
}

const REST: Act[] = Array.from({ length: 14 }, () => ({ act: 'wait', hours: 30 * 24 }));
const GOOD: Act = { act: 'card', kind: 'good' };

/** A seller who enters, most often with a card soon, and what they do then; the rest of the days go by. */
const histories: fc.Arbitrary<Act[]> = fc
  .tuple(plan, fc.constantFrom([GOOD], [GOOD], []), fc.array(acts, { minLength: 15, maxLength: 50 }))
  .map(([first, card, rest]) => [{ act: 'enter', plan: first }, ...card, ...rest, ...REST]);

test('through 400 days of anything, status, plan, access and charges are what a second telling says', async () => {
  await fc.assert(fc.asyncProperty(histories, playThrough), {
    numRuns: HISTORIES,
    endOnFailure: true,
  });
});
