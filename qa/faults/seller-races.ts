/** Races of two processes for what a seller has once: trial, Stripe account, plan changes, slugs, and limited stock. */
import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createDeliverableSettings, type DeliverableSettings } from '#domain/deliverable.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import {
  completeOnboarding,
  createPageConfig,
  createSeller,
  publishPage,
  uniqueName,
  type Seller,
} from '../../e2e/support/seller.ts';
import { mapConcurrently } from '../lib/harness.ts';
import { callFourTimes, callRpcAt, listErrorCodes, type RpcResult } from '../lib/rpc-calls.ts';
import { ALL, moveClock, payOnPage, readClock, waitUntil } from '../lib/sandbox-stripe.ts';
import { listFaults, type Fault, type Racer, type RaceEnv } from './race-env.ts';

const TRIAL_S = 7 * 86_400;
/** Stripe charges an invoice an hour after its creation. */
const UNTIL_CHARGED_S = 2 * 3600;
/** Each of the two payments alone exceeds the sales limit of Growth. */
const SALE = { price: '10500', cents: 1_050_000 };

/** A seller's first visit in four tabs at once, which starts the trial automatically. */
export async function raceForTrial(testEnv: RaceEnv): Promise<{ racer: Racer; faults: Fault[] }> {
  const { urls, stripe, mail } = testEnv;
  const seller = await createSeller({ url: urls[0], readEmailCode: mail.readEmailCode });
  const answers = await callFourTimes(urls, seller, 'create-subscription', { planId: 'starter' });
  const customers = await stripe.customers.list({ email: seller.email });
  const customer = customers.data[0]?.id ?? '';
  const made = await stripe.subscriptions.list({ status: 'all', customer });
  const faults = listFaults('trial', seller.email, {
    'every request succeeds': answers.every(({ status }) => status === 200),
    'one tab shows the welcome': answers.filter(({ body }) => body.created).length === 1,
    'one customer': customers.data.length === 1,
    'one subscription': made.data.length === 1,
  });
  return { racer: { seller, customer }, faults };
}

const statusOf = async (url: string, seller: Seller): Promise<SubscriptionStatus> =>
  (await callRpcAt(url, seller, 'check-subscription-status', {})).body;

/** Every trial becomes a paid plan: a card exists, and the clock is advanced beyond the first charge. */
export async function makeActive(testEnv: RaceEnv, racers: readonly Racer[], atOnce: number): Promise<void> {
  const { sandboxUrl, stripe, urls } = testEnv;
  await mapConcurrently(racers, atOnce, async ({ customer }) => {
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  });
  await moveClock(sandboxUrl, TRIAL_S);
  await moveClock(sandboxUrl, UNTIL_CHARGED_S);
  await untilClocksFollow(testEnv);
  await mapConcurrently(racers, atOnce, ({ seller, customer }) =>
    waitUntil(`${seller.email} is active`, async () => {
      const invoices = await paidInvoices(testEnv, customer);
      const statuses = await Promise.all(urls.map((url) => statusOf(url, seller)));
      return invoices.length === 2 && statuses.every(({ status, access }) => status === 'active' && access);
    }),
  );
}

/** Each process reads the Stripe clock once per second; sales with an older clock are rejected there. */
const untilClocksFollow = ({ sandboxUrl, urls }: RaceEnv): Promise<void> =>
  waitUntil('both processes use the advanced clock', async () => {
    const stripeClock = (await readClock(sandboxUrl)).getTime();
    const clocks = await Promise.all(urls.map(async (url) => Number(await (await fetch(`${url}/c/any/now`)).text())));
    return clocks.every((clock) => Math.abs(clock - stripeClock) < 60_000);
  });

const paidInvoices = async ({ stripe }: RaceEnv, customer: string) =>
  (await stripe.invoices.list({ status: 'paid', customer, limit: 100 })).data;

const countChanges = async (testEnv: RaceEnv, customer: string): Promise<number> =>
  (await paidInvoices(testEnv, customer)).filter((one) => one.billing_reason === 'subscription_update').length;

const TOO_LATE = ['plan_change_under_way', 'plan_held'];

/**
 * Sends four concurrent "Move to Growth" requests. One that arrives after the change was made gets the same answer, because
 * the response to the first one may have been lost.
 */
export async function raceForUpgrade(testEnv: RaceEnv, { seller, customer }: Racer): Promise<Fault[]> {
  const { urls } = testEnv;
  const userId = seller.session.user.id;
  const answers = await callFourTimes(urls, seller, 'upgrade-subscription', { targetPlan: 'growth', userId });
  const winners = answers.filter(({ status }) => status === 200);
  return listFaults('upgrade', seller.email, {
    'one change': new Set(winners.map(({ body }) => JSON.stringify(body))).size === 1,
    'the change is the upgrade': winners[0]?.body.change === 'upgraded',
    'the others get the reason': listErrorCodes(answers).every((code) => TOO_LATE.includes(code)),
    'one charge': (await countChanges(testEnv, customer)) === 1,
    'the plan is active': (await statusOf(urls[1], seller)).currentPlan === 'growth',
  });
}

/** The states of a seller's automatic upgrades. */
async function upgradesOf({ db }: RaceEnv, { session }: Seller): Promise<string[]> {
  const { rows } = await db.query<{ state: string }>(
    'select u.state from plan_upgrades u join sellers s on s.id = u.seller_id where s.user_id = $1',
    [session.user.id],
  );
  return rows.map(({ state }) => state);
}

/** Two concurrent payments, each of them above the limit; both processes receive the events at the same time. */
export async function raceForLimit(testEnv: RaceEnv, { seller, customer }: Racer): Promise<Fault[]> {
  const { urls } = testEnv;
  const { slug } = await publishPage(seller, createPageConfig({ price: SALE.price, requireTerms: false }));
  const begin = (url: string) =>
    callRpcAt(url, seller, 'create-checkout-session', { slug, attempt: crypto.randomUUID() });
  const sessions = await Promise.all(urls.map(begin));
  const refused = listErrorCodes(sessions);
  if (refused.length > 0) throw new Error(`No payment succeeded at ${slug}: ${refused.join()}`);
  const ends = await Promise.all(sessions.map(({ body }) => payOnPage(body.url)));
  await Promise.all(ends.map((end, index) => fetch(end.replace(urls[0], urls[index === 0 ? 0 : 1]))));
  // The plan's event arrives before the upgrade is recorded as complete.
  await waitUntil(`${seller.email} is on Pro, and both sales are counted`, async () => {
    const { currentPlan, monthlySales } = await statusOf(urls[1], seller);
    const isUpgraded = currentPlan === 'pro' && !(await upgradesOf(testEnv, seller)).includes('waiting');
    return isUpgraded && monthlySales.transactions >= 2;
  });
  const { monthlySales } = await statusOf(urls[1], seller);
  return listFaults('limit', seller.email, {
    'both sales are counted once': monthlySales.amount * 100 === 2 * SALE.cents && monthlySales.transactions === 2,
    'one upgrade': (await upgradesOf(testEnv, seller)).join() === 'done',
    'one more charge': (await countChanges(testEnv, customer)) === 2,
  });
}

/** Sends four concurrent "Connect" requests; afterwards the account is able to sell. */
export async function raceForAccount(testEnv: RaceEnv, { seller }: Racer): Promise<Fault[]> {
  const answers = await callFourTimes(testEnv.urls, seller, 'stripe-connect-onboarding', {});
  const { rows } = await testEnv.db.query<{ account: string | null }>(
    `select a.account_id as account from stripe_accounts a join sellers s on s.id = a.seller_id where s.user_id = $1`,
    [seller.session.user.id],
  );
  await completeOnboarding(seller);
  return listFaults('account', seller.email, {
    'every request leads to the onboarding form': listErrorCodes(answers).length === 0,
    'one account is stored': rows.length === 1 && rows.every(({ account }) => account !== null),
  });
}

/** Lists the sellers without exactly one Stripe account, whether or not the app has stored it. */
export async function findStrayAccounts({ stripe }: RaceEnv, racers: readonly Racer[]): Promise<Fault[]> {
  const accounts = await stripe.accounts.list({ limit: 100 }).autoPagingToArray(ALL);
  return racers.flatMap(({ seller }) =>
    listFaults('account', seller.email, {
      'one account at Stripe': accounts.filter(({ email }) => email === seller.email).length === 1,
    }),
  );
}

type Saved = RpcResult<'save-checkout-page'>;

const save = (url: string, { seller }: Racer, slug: string, pageId?: string): Promise<Saved> =>
  callRpcAt(url, seller, 'save-checkout-page', {
    config: createPageConfig({ productName: `Page of ${seller.email}`, requireTerms: false, customSlug: slug }),
    slug,
    ...(pageId !== undefined && { pageId }),
  });

const isWon = ({ status }: Saved): boolean => status === 200;
const isSlugTaken = (saved: Saved): boolean => listErrorCodes([saved]).join() === 'slug_taken';

const showsPageOf = async (url: string, slug: string, { seller }: Racer): Promise<boolean> =>
  (await (await fetch(`${url}/c/${slug}`)).text()).includes(`Page of ${seller.email}`);

/** Both publish at one slug; then the winner moves away and back while the other requests the released slug. */
export async function raceForSlug({ urls }: RaceEnv, one: Racer, other: Racer): Promise<Fault[]> {
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

type Scarce = {
  change: Partial<CheckoutPageConfig>;
  code: string | null;
  /** License keys on the list of what the page delivers. */
  keys?: number;
  late: string;
};

/** The limited resources, and the error codes of late requests. */
const SCARCE: Record<'stock' | 'coupon' | 'keys', Scarce> = {
  keys: { change: {}, code: null, keys: LEFT, late: 'all_held' },
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

/** Publishes a page, which delivers license keys from a list if there are any. */
async function publishScarcePage(seller: Seller, change: Partial<CheckoutPageConfig>, keys: number) {
  const config = createPageConfig(change);
  const page = await publishPage(seller, config);
  if (keys === 0) return page;
  const { pageId, slug: customSlug } = page;
  const settings = { ...createDeliverableSettings('keys'), source: 'list' } as DeliverableSettings;
  const { deliverable } = await seller.call('create-deliverable', { pageId, name: 'License', settings });
  const list = Array.from({ length: keys }, (_, index) => `KEY-${10_000 + index}`);
  await seller.call('import-license-keys', { deliverableId: deliverable.id, keys: list });
  const delivery = { ...config.delivery, items: [{ id: deliverable.id, offeredWith: null }] };
  return publishPage(seller, { ...config, customSlug, delivery }, { pageId });
}

/** Twenty concurrent buyers, alternating between both processes, request five available units; one of them pays. */
export async function raceForTheLast(
  what: keyof typeof SCARCE,
  { urls }: RaceEnv,
  { seller }: Racer,
): Promise<Fault[]> {
  const { change, code, keys = 0, late } = SCARCE[what];
  const { slug, pageId } = await publishScarcePage(seller, { requireTerms: false, ...change }, keys);
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
    return code === null ? { used: body.sold, reserved: body.reserved } : body.coupons.find((one) => one.code === code);
  };
  const reserved = await counts();
  await payOnPage(winners[0]?.body.url ?? '');
  await waitUntil(`${slug} has sold one`, async () => (await counts())?.used === 1);
  return listFaults(what, slug, {
    'as many winners as units': winners.length === LEFT,
    'the others get the reason': listErrorCodes(answers).every((errorCode) => errorCode === late),
    'as many units are reserved': reserved?.used === 0 && reserved.reserved === LEFT,
    'the paying buyer keeps the reservation': (await counts())?.reserved === LEFT - 1,
    'nothing is left': (await sendCheckoutRequest(0)).body.error?.code === late,
  });
}
