// Purchase scenarios for qa/bench/webhook-throughput.ts: plays each one once in a sandbox in this process and
// stores Stripe's objects and events as text, to be multiplied.

import { insertUnlimitedPlan } from '#server/testing/test-app.ts';

import {
  createSeller,
  completeOnboarding,
  publishPage,
  createPageConfig,
  type Seller,
} from '../../e2e/support/seller.ts';
import { startInProcessApp } from '../lib/in-process-app.ts';
import { openAppDatabase } from '../lib/postgres.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';

/** A Stripe object as returned alone and as returned in a list. */
export type StripeObjectTexts = { kind: string; id: string; plain: string; single: string; listed: string };
/** The text of one purchase; `attempt` is the id of its checkout attempt. */
export type PurchaseScenario = {
  name: string;
  attempt: string;
  session: string;
  events: string[];
  objects: StripeObjectTexts[];
};
export type BenchSeller = { account: string; pages: { once: string; monthly: string } };
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

type Event = { type: string; account?: string; data: { object: { id: string } } };
type Listed = { data: { id: string }[] };

export async function recordScenarios(databaseUrl: string, sellerCount: number): Promise<RecordedScenarios> {
  const caught: Event[] = [];
  const database = openAppDatabase(databaseUrl);
  const at = await startInProcessApp(database, {
    // Events are not delivered here: another app process is measured.
    wrapEventDelivery:
      () =>
      async (_, { body }) => {
        caught.push(JSON.parse(String(body)) as Event);
        return { status: 200 };
      },
  });
  const { app, url } = at;
  // Background reconciliation is off, too.
  await app.workers.reconcile.close();
  const { sandbox } = app;
  if (!sandbox) throw new Error('No sandbox');

  const ask = async <T>(account: string, path: string, form?: Record<string, string>): Promise<T> => {
    const headers = { Authorization: 'Bearer sk_test_bench', 'Stripe-Account': account };
    const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    const answer = await sandbox.api(`https://api.stripe.com/v1/${path}`, { ...init, headers });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const moveBy = async (seconds: number) => {
    sandbox.clock.moveTo(new Date(sandbox.now().getTime() + seconds * 1000));
    await app.waitUntilIdle();
  };

  async function openSeller(): Promise<{ seller: Seller; pages: { once: string; monthly: string } }> {
    const seller = await createSeller(at);
    await completeOnboarding(seller);
    await insertUnlimitedPlan(app.context, seller.session.user.id);
    const once = await publishPage(seller, createPageConfig());
    const monthly = await publishPage(seller, createPageConfig({ paymentType: 'subscription', price: '15' }));
    return { seller, pages: { once: once.pageId, monthly: monthly.pageId } };
  }

  async function startCheckout(slug: string): Promise<{ attempt: string; url: string }> {
    const answer = await fetch(`${url}/functions/v1/create-checkout-session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ slug, attempt: crypto.randomUUID(), termsAccepted: true }),
    });
    const pressed = (await answer.json()) as { url: string };
    return { url: pressed.url, attempt: '' };
  }

  const sellers: Awaited<ReturnType<typeof openSeller>>[] = [];
  for (let count = 0; count < sellerCount; count++) sellers.push(await openSeller());
  const accounts: BenchSeller[] = [];
  for (const { seller, pages } of sellers) {
    const { stripe_account_id: account } = await seller.call('get-connection', {});
    accounts.push({ account: account ?? '', pages });
  }
  const [first] = sellers;
  const account = accounts[0]?.account ?? '';
  if (!first) throw new Error('No seller');
  const once = await publishPage(first.seller, createPageConfig(), { pageId: first.pages.once });
  const monthly = await publishPage(first.seller, createPageConfig({ paymentType: 'subscription', price: '15' }), {
    pageId: first.pages.monthly,
  });

  const newest = async (path: string) => (await ask<Listed>(account, `${path}?limit=1`)).data[0]?.id ?? '';
  const asText = async (path: string, expand: string | null) =>
    JSON.stringify(await ask<object>(account, expand ? `${path}?expand[]=${expand}` : path));

  async function fetchObjectTexts(kind: keyof typeof OBJECTS, id: string): Promise<StripeObjectTexts> {
    const [path, single, inList] = OBJECTS[kind];
    const list = await ask<{ data: { id: string }[] }>(
      account,
      `${path}?limit=100${inList ? `&expand[]=${inList}` : ''}${kind === 'subscription' ? '&status=all' : ''}`,
    );
    return {
      kind,
      id,
      plain: await asText(`${path}/${id}`, null),
      single: await asText(`${path}/${id}`, single),
      listed: JSON.stringify(list.data.find((one) => one.id === id)),
    };
  }

  async function all(kind: keyof typeof OBJECTS): Promise<string[]> {
    const list = await ask<Listed>(
      account,
      `${OBJECTS[kind][0]}?limit=100${kind === 'subscription' ? '&status=all' : ''}`,
    );
    return list.data.map(({ id }) => id);
  }

  async function play(name: string, slug: string, act: (url: string) => Promise<void>): Promise<PurchaseScenario> {
    await app.waitUntilIdle();
    const kinds = Object.keys(OBJECTS) as (keyof typeof OBJECTS)[];
    const before = new Set((await Promise.all(kinds.map(all))).flat());
    caught.length = 0;
    const pressed = await startCheckout(slug);
    await act(pressed.url);
    await app.waitUntilIdle();
    const objects: StripeObjectTexts[] = [];
    for (const kind of kinds)
      for (const id of await all(kind)) if (!before.has(id)) objects.push(await fetchObjectTexts(kind, id));
    const session = objects.find(({ kind }) => kind === 'session')?.id ?? '';
    const { metadata } = await ask<{ metadata: { attempt_id: string } }>(account, `checkout/sessions/${session}`);
    const handledEvents = caught.filter(({ type }) => HANDLED_EVENTS.test(type));
    return {
      name,
      attempt: metadata.attempt_id,
      session,
      events: handledEvents.map((event) => JSON.stringify(event)),
      objects,
    };
  }

  const refund = (amount?: string) => async (payUrl: string) => {
    await payOnPage(payUrl);
    await ask(account, 'refunds', { charge: await newest('charges'), ...(amount && { amount }) });
  };
  const disputed = (card: string, evidence: string) => async (payUrl: string) => {
    await payOnPage(payUrl, card);
    await moveBy(2 * 3600);
    await ask(account, `disputes/${await newest('disputes')}`, {
      'evidence[uncategorized_text]': evidence,
      submit: 'true',
    });
  };
  const scenarios = [
    await play('once', once.slug, async (payUrl) => void (await payOnPage(payUrl))),
    await play('partly refunded', once.slug, refund('1500')),
    await play('refunded', once.slug, refund()),
    await play('disputed and lost', once.slug, disputed('4000 0000 0000 0259', 'losing_evidence')),
    await play('disputed and won', once.slug, disputed('4000 0000 0000 2685', 'winning_evidence')),
    await play('expired', once.slug, async () => {
      await ask(account, `checkout/sessions/${await newest('checkout/sessions')}/expire`, {});
    }),
    await play('subscription', monthly.slug, async (payUrl) => {
      await payOnPage(payUrl);
      for (const days of [31, 1, 31, 1]) await moveBy(days * DAY_S);
      await ask(account, `subscriptions/${await newest('subscriptions')}`, { cancel_at_period_end: 'true' });
    }),
  ];
  const aheadMs = sandbox.now().getTime() - Date.now();
  await at.stop();
  return { sellers: accounts, scenarios, aheadMs };
}
