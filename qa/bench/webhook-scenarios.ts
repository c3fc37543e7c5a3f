// Purchase scenarios for qa/bench/webhook-throughput.ts: plays each one once in a sandbox in this process and
// stores Stripe's objects and events as text, to be multiplied.
import Stripe from 'stripe';

import { insertUnlimitedPlan } from '#server/testing/test-app.ts';

import {
  callAnonymously,
  completeOnboarding,
  createPageConfig,
  createSeller,
  publishPage,
} from '../../e2e/support/seller.ts';
import { startInProcessApp } from '../lib/in-process-app.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';

/** A Stripe object as returned alone and as returned in a list. */
type StripeObjectTexts = { kind: string; id: string; plain: string; single: string; listed: string };
/** The text of one purchase; `attempt` is the id of its checkout attempt. */
export type PurchaseScenario = {
  name: string;
  attempt: string;
  session: string;
  events: string[];
  objects: StripeObjectTexts[];
};
type BenchSeller = { account: string; pages: { once: string; monthly: string } };
export type RecordedScenarios = { sellers: BenchSeller[]; scenarios: PurchaseScenario[]; aheadMs: number };

const HANDLED_EVENTS =
  /^(checkout\.session\.(completed|expired)|invoice\.(paid|payment_failed)|customer\.subscription\.|charge\.refunded|refund\.|charge\.dispute\.)/;

const DAY_S = 86_400;

/** The expanded fields of an object, when it is retrieved alone and in a list. */
const OBJECTS = {
  session: ['checkout/sessions', 'payment_intent.latest_charge', 'data.payment_intent.latest_charge'],
  charge: ['charges', 'refunds', 'data.refunds'],
  invoice: ['invoices', 'payments.data.payment.payment_intent', 'data.payments'],
  subscription: ['subscriptions', null, null],
  refund: ['refunds', null, null],
  dispute: ['disputes', null, null],
  invoice_payment: ['invoice_payments', null, null],
} as const;

type Kind = keyof typeof OBJECTS;
const KINDS = Object.keys(OBJECTS) as Kind[];

type Event = { type: string; account?: string; data: { object: { id: string } } };
type Listed = { data: { id: string }[] };
/** What happens after a checkout request; `payUrl`: the URL of the payment page. */
type Course = (payUrl: string) => Promise<unknown>;

export async function recordScenarios(databaseUrl: string, sellerCount: number): Promise<RecordedScenarios> {
  const caught: Event[] = [];
  await using here = await startInProcessApp({
    databaseUrl,
    // Events are not delivered here: another app process is measured.
    wrapEventDelivery:
      () =>
      async (_, { body }) => {
        caught.push(JSON.parse(String(body)) as Event);
        return { status: 200 };
      },
  });
  const { app } = here;
  // Background reconciliation is off, too.
  await app.workers.reconcile.close();
  const { sandbox } = app;
  if (!sandbox) throw new Error('No sandbox');
  const moveBy = async (seconds: number) => {
    sandbox.clock.moveTo(new Date(sandbox.now().getTime() + seconds * 1000));
    await app.waitUntilIdle();
  };

  const sellers: BenchSeller[] = [];
  const slugs = { once: '', monthly: '' };
  for (let count = 0; count < sellerCount; count++) {
    const seller = await createSeller(here);
    await completeOnboarding(seller);
    await insertUnlimitedPlan(app.context, seller.session.user.id);
    const once = await publishPage(seller, createPageConfig());
    const monthly = await publishPage(seller, createPageConfig({ paymentType: 'subscription', price: '15' }));
    const { stripe_account_id: account } = await seller.call('get-connection', {});
    sellers.push({ account: account ?? '', pages: { once: once.pageId, monthly: monthly.pageId } });
    if (count === 0) Object.assign(slugs, { once: once.slug, monthly: monthly.slug });
  }
  const account = sellers[0]?.account ?? '';

  const stripe = new Stripe('sk_test_bench', { httpClient: Stripe.createFetchHttpClient(sandbox.api) });
  const get = async <T>(path: string): Promise<T> =>
    (await stripe.rawRequest('GET', `/v1/${path}`, undefined, { stripeAccount: account })) as T;
  const post = (path: string, form: Record<string, string | boolean> = {}): Promise<unknown> =>
    stripe.rawRequest('POST', `/v1/${path}`, form, { stripeAccount: account });
  const list = async (kind: Kind, query = '') => {
    const all = kind === 'subscription' ? '&status=all' : '';
    return (await get<Listed>(`${OBJECTS[kind][0]}?limit=100${all}${query}`)).data;
  };
  const newest = async (kind: Kind) => (await list(kind))[0]?.id ?? '';

  async function fetchObjectTexts(kind: Kind, id: string): Promise<StripeObjectTexts> {
    const [path, single, inList] = OBJECTS[kind];
    const listed = await list(kind, inList ? `&expand[]=${inList}` : '');
    return {
      kind,
      id,
      plain: JSON.stringify(await get(`${path}/${id}`)),
      single: JSON.stringify(await get(`${path}/${id}${single ? `?expand[]=${single}` : ''}`)),
      listed: JSON.stringify(listed.find((one) => one.id === id)),
    };
  }

  async function play(name: string, page: keyof typeof slugs, course: Course): Promise<PurchaseScenario> {
    await app.waitUntilIdle();
    const before = new Set((await Promise.all(KINDS.map((kind) => list(kind)))).flat().map(({ id }) => id));
    caught.length = 0;
    const body = { slug: slugs[page], attempt: crypto.randomUUID(), termsAccepted: true };
    await course((await callAnonymously(here, 'create-checkout-session', body)).url);
    await app.waitUntilIdle();
    const objects: StripeObjectTexts[] = [];
    for (const kind of KINDS)
      for (const { id } of await list(kind)) if (!before.has(id)) objects.push(await fetchObjectTexts(kind, id));
    const session = objects.find(({ kind }) => kind === 'session')?.id ?? '';
    const { metadata } = await get<{ metadata: { attempt_id: string } }>(`checkout/sessions/${session}`);
    const handledEvents = caught.filter(({ type }) => HANDLED_EVENTS.test(type));
    const events = handledEvents.map((event) => JSON.stringify(event));
    return { name, attempt: metadata.attempt_id, session, events, objects };
  }

  const refund =
    (amount?: string): Course =>
    async (payUrl) => {
      await payOnPage(payUrl);
      await post('refunds', { charge: await newest('charge'), ...(amount && { amount }) });
    };
  const dispute =
    (card: string, evidence: string): Course =>
    async (payUrl) => {
      await payOnPage(payUrl, card);
      await moveBy(2 * 3600);
      await post(`disputes/${await newest('dispute')}`, { 'evidence[uncategorized_text]': evidence, submit: true });
    };
  const scenarios = [
    await play('once', 'once', payOnPage),
    await play('partly refunded', 'once', refund('1500')),
    await play('refunded', 'once', refund()),
    await play('disputed and lost', 'once', dispute('4000 0000 0000 0259', 'losing_evidence')),
    await play('disputed and won', 'once', dispute('4000 0000 0000 2685', 'winning_evidence')),
    await play('expired', 'once', async () => post(`checkout/sessions/${await newest('session')}/expire`)),
    await play('subscription', 'monthly', async (payUrl) => {
      await payOnPage(payUrl);
      for (const days of [31, 1, 31, 1]) await moveBy(days * DAY_S);
      await post(`subscriptions/${await newest('subscription')}`, { cancel_at_period_end: true });
    }),
  ];
  return { sellers, scenarios, aheadMs: sandbox.now().getTime() - Date.now() };
}
