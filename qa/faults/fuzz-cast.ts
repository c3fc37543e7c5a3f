import { API_SCOPE_NAMES } from '#domain/api-key.ts';

import {
  createConnectedSeller,
  createSeller,
  publishPage,
  createPageConfig,
  type Seller,
} from '../../e2e/support/seller.ts';
import { sendRequest } from '../lib/load.ts';
import { payOnPage } from '../lib/sandbox-stripe.ts';
import type { FuzzCast, FuzzUser } from './fuzz-requests.ts';

const GARBAGE =
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiIwMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDAiLCJleHAiOjk5OTk5OTk5OTl9.';

const keyOf = async (seller: Seller): Promise<string> =>
  (await seller.call('create-api-key', { name: 'Fuzz', scopes: [...API_SCOPE_NAMES] })).secret;

/** A published page with a question and a limit, and a paid order on it. */
async function sells(seller: Seller) {
  const page = await publishPage(seller, createPageConfig());
  const { url } = await seller.call('create-checkout-session', {
    slug: page.slug,
    email: 'buyer@example.com',
    termsAccepted: true,
  });
  await payOnPage(url);
  const { orders } = await seller.call('list-orders', {});
  return { page, orders: orders.map(({ id }) => id) };
}

/** All kinds of callers of an app: two sellers with pages and orders, a deleted account, and anonymous callers. */
export async function createCast(url: string): Promise<FuzzCast> {
  const [one, other, gone] = [
    await createConnectedSeller({ url }),
    await createConnectedSeller({ url }),
    await createSeller({ url }),
  ];
  const [ofOne, ofOther] = [await sells(one), await sells(other)];
  const [key, foreignKey] = [await keyOf(one), await keyOf(other)];
  await sendRequest(`${url}/auth/v1/logout?scope=global`, { method: 'POST', token: gone.session.access_token });
  const person = (name: string, session: string | null, apiKey: string | null): FuzzUser => ({
    name,
    session,
    key: apiKey,
  });
  const seller = person('a seller', one.session.access_token, key);
  const pages = [ofOne.page, ofOther.page];
  const pageIds = pages.map(({ pageId }) => pageId);
  const orderIds = [...ofOne.orders, ...ofOther.orders];
  return {
    host: new URL(url).host,
    users: [
      // Listed repeatedly, so that it is picked more often.
      seller,
      seller,
      seller,
      seller,
      person('another seller', other.session.access_token, foreignKey),
      person('anonymous', null, null),
      person('a deleted seller', gone.session.access_token, `${key.slice(0, -1)}x`),
      person('a forged token', GARBAGE, key.toUpperCase()),
      person('a token of two words', 'a b', '%00'),
    ],
    knownValues: {
      id: [...pageIds, ...orderIds],
      pageId: pageIds,
      page: pageIds,
      slug: pages.map(({ slug }) => slug),
      orderId: orderIds,
      config: [createPageConfig(), createPageConfig({ paymentType: 'subscription' as never })],
      coupon: ['QUARTER', 'FIVER', { code: 'NEW', discount: 10, type: 'percentage' }],
      code: ['QUARTER', 'FIVER'],
      appliedCoupon: ['QUARTER'],
      email: [one.email, 'buyer@example.com'],
      refresh_token: [one.session.refresh_token, gone.session.refresh_token],
      grant_type: ['password', 'refresh_token', 'pkce', 'id_token'],
      scope: ['global', 'others', 'local'],
      provider: ['google', 'github', 'apple'],
      intent: ['coupon', 'remove-coupon', 'refresh', 'pay'],
      use: ['product', 'logo'],
      timeZone: ['Europe/Berlin', 'UTC'],
      planId: ['starter', 'growth', 'pro'],
      targetPlan: ['starter', 'growth', 'pro'],
      terms: ['yes'],
    },
  };
}
