/** A seller whose sales cause every kind of event, with a receiver for them. For tests only. */
import { expect } from 'vitest';

import { moveClock } from '#server/testing-orders.ts';
import { accountOf } from '#server/testing-refunds.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

import { eventOf, type WebhookEvent } from './testing-events.ts';
import { openReceiver, verified, type Receiver } from './testing-hooks.ts';

export type Story = {
  shop: TestShop;
  seller: TestSeller;
  account: string;
  receiver: Receiver;
  secret: string;
  endpointId: string;
  /** Buys a page with the given fields of Stripe's payment page. Returns the order's id. */
  buy: (slug: string, typed?: Record<string, string>) => Promise<string>;
  debit: (slug: string, comes: boolean) => Promise<string>;
  /** Submits a form of the seller's Stripe dashboard in the sandbox. */
  act: (path: string, fields: Record<string, string>) => Promise<void>;
  wait: (hours: number) => Promise<void>;
  /** Returns all received events after verifying their signatures with the Standard Webhooks library. */
  told: () => WebhookEvent[];
};

export async function openStory(): Promise<Story> {
  const shop = await openShop();
  const seller = await shop.seller();
  const receiver = await openReceiver();
  await seller.takePlan();
  const { body } = await seller.call('create-webhook-endpoint', { url: receiver.url });
  await seller.publish({}, 'taller');
  await seller.publish({ productName: 'Kiln Club', paymentType: 'subscription', price: '9' }, 'club');
  const account = await accountOf(seller);
  const act = actOn(shop, account);
  await act('settings', { act: 'debits_always' });
  return {
    shop,
    seller,
    account,
    receiver,
    secret: body.secret,
    endpointId: body.endpoint.id,
    ...waysToPay(shop, seller),
    act,
    wait: (hours) => moveClock(shop, hours),
    told: () =>
      receiver.heard.map((heard) => {
        expect(verified(heard, body.secret)).toEqual(JSON.parse(heard.body));
        return eventOf(heard.body);
      }),
  };
}

const actOn =
  (shop: TestShop, account: string): Story['act'] =>
  async (path, fields) => {
    const form = { method: 'POST', body: new URLSearchParams(fields) };
    const { status } = await shop.request(`/sandbox/dashboard/${account}/${path}`, form);
    expect([path, status]).toEqual([path, 303]);
    await shop.settled();
  };

function waysToPay(shop: TestShop, seller: TestSeller): Pick<Story, 'buy' | 'debit'> {
  const newest = async () => (await seller.call('list-orders', {})).body.orders[0]?.id ?? '';
  const begin = async (slug: string) => (await shop.call('create-checkout-session', { slug })).body.url;
  return {
    buy: async (slug, typed) => {
      await shop.pay(await begin(slug), typed);
      return newest();
    },
    debit: async (slug, comes) => {
      const bank = comes ? 'debit_succeeds' : 'debit_insufficient_funds';
      const body = new URLSearchParams({ email: 'debit@example.com', name: 'Bo Buyer', bank });
      await shop.request(`${new URL(await begin(slug)).pathname}/debit`, { method: 'POST', body });
      await shop.settled();
      return newest();
    },
  };
}
