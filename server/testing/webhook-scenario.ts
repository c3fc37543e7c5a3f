/** A seller whose sales cause every kind of event, with a receiver for them. For tests only. */
import { expect } from 'vitest';

import type { EventBody } from '../webhooks/event-schemas.ts';
import type { NameServer } from './dns-server.ts';
import { openDomainTestEnv } from './domain-env.ts';
import { moveClock, getStripeAccountId } from './sold-orders.ts';
import type { TestSeller, TestApp } from './test-app.ts';
import { parseEvent } from './webhook-event-validator.ts';
import { startReceiver, verifyRequest, type Receiver } from './webhook-test-env.ts';

export type Scenario = {
  app: TestApp;
  nameServer: NameServer;
  seller: TestSeller;
  account: string;
  receiver: Receiver;
  secret: string;
  endpointId: string;
  /** Buys a page with the given fields of Stripe's payment page. Returns the order's id. */
  buy: (slug: string, fields?: Record<string, string>) => Promise<string>;
  debit: (slug: string, isPaid: boolean) => Promise<string>;
  /** Submits a form of the seller's Stripe dashboard in the sandbox. */
  submitForm: (path: string, fields: Record<string, string>) => Promise<void>;
  wait: (hours: number) => Promise<void>;
  /** Returns all received events after verifying their signatures with the Standard Webhooks library. */
  listEvents: () => EventBody[];
};

export async function createScenario(): Promise<Scenario> {
  const { app, nameServer } = await openDomainTestEnv();
  const seller = await app.signUpSeller();
  const receiver = await startReceiver();
  await seller.givePlan();
  const { body } = await seller.rpc('create-webhook-endpoint', { url: receiver.url });
  await seller.publishPage({}, 'taller');
  await seller.publishPage({ productName: 'Kiln Club', paymentType: 'subscription', price: '9' }, 'club');
  const account = await getStripeAccountId(seller);
  const submitForm = createFormSubmitter(app, account);
  await submitForm('settings', { act: 'debits_always' });
  return {
    app,
    nameServer,
    seller,
    account,
    receiver,
    secret: body.secret,
    endpointId: body.endpoint.id,
    ...createPaymentActions(app, seller),
    submitForm,
    wait: (hours) => moveClock(app, hours),
    listEvents: () =>
      receiver.received.map((request) => {
        expect(verifyRequest(request, body.secret)).toEqual(JSON.parse(request.body));
        return parseEvent(request.body);
      }),
  };
}

const createFormSubmitter =
  (app: TestApp, account: string): Scenario['submitForm'] =>
  async (path, fields) => {
    const form = { method: 'POST', body: new URLSearchParams(fields) };
    const { status } = await app.request(`/sandbox/dashboard/${account}/${path}`, form);
    expect([path, status]).toEqual([path, 303]);
    await app.waitUntilIdle();
  };

function createPaymentActions(app: TestApp, seller: TestSeller): Pick<Scenario, 'buy' | 'debit'> {
  const findNewestOrderId = async () => (await seller.rpc('list-orders', {})).body.orders[0]?.id ?? '';
  const startCheckout = async (slug: string) => (await app.rpc('create-checkout-session', { slug })).body.url;
  return {
    buy: async (slug, fields) => {
      await app.payAtStripe(await startCheckout(slug), fields);
      return findNewestOrderId();
    },
    debit: async (slug, isPaid) => {
      const bank = isPaid ? 'debit_succeeds' : 'debit_insufficient_funds';
      const body = new URLSearchParams({ email: 'debit@example.com', name: 'Bo Buyer', bank });
      await app.request(`${new URL(await startCheckout(slug)).pathname}/debit`, { method: 'POST', body });
      await app.waitUntilIdle();
      return findNewestOrderId();
    },
  };
}
