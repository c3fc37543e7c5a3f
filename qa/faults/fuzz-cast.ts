import { API_SCOPE_NAMES } from '#domain/api-key.ts';

import { publishKeysAndFile } from '../../e2e/support/deliverables.ts';
import { readSandboxEmails } from '../../e2e/support/sandbox-email.ts';
import {
  createConnectedSeller,
  createSeller,
  createPageConfig,
  uniqueEmail,
  type Seller,
} from '../../e2e/support/seller.ts';
import { sendRequest } from '../lib/load.ts';
import { payOnPage, waitUntil } from '../lib/sandbox-stripe.ts';
import type { FuzzCast, FuzzUser } from './fuzz-requests.ts';

const GARBAGE =
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiIwMDAwMDAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDAiLCJleHAiOjk5OTk5OTk5OTl9.';

const keyOf = async (seller: Seller): Promise<string> =>
  (await seller.call('create-api-key', { name: 'Fuzz', scopes: [...API_SCOPE_NAMES] })).secret;

/** A published page with a question, a limit and deliverables, a paid order on it, and an upload that was not finished. */
async function sells(url: string, seller: Seller) {
  const page = await publishKeysAndFile({ url }, seller, createPageConfig());
  const email = uniqueEmail('buyer');
  const checkout = { slug: page.slug, email, termsAccepted: true };
  await payOnPage((await seller.call('create-checkout-session', checkout)).url);
  const { upload } = await seller.call('start-upload', { pageId: page.pageId, fileName: 'Guide.txt', bytes: 9 });
  const { orders } = await seller.call('list-orders', {});
  const details = await Promise.all(orders.map(({ id: orderId }) => seller.call('get-order', { orderId })));
  const entitlements = details.flatMap((order) => order.entitlements);
  return {
    page,
    upload: upload.id,
    orders: orders.map(({ id }) => id),
    entitlements: entitlements.map(({ id }) => id),
    licenses: entitlements.flatMap(({ licenses }) => licenses.map(({ id }) => id)),
    ...(await readReceipt(url, email)),
  };
}

/** The license key and the token of the link in a buyer's receipt. */
async function readReceipt(url: string, email: string): Promise<{ key: string; token: string }> {
  const find = async () => (await readSandboxEmails(url, email)).find((text) => text.includes('/g/')) ?? '';
  await waitUntil('the receipt', async () => (await find()) !== '');
  const text = await find();
  return {
    key: /\b[0-9A-Z]{5}(?:-[0-9A-Z]{5}){4}\b/.exec(text)?.[0] ?? '',
    token: /\/g\/([\w-]{43})/.exec(text)?.[1] ?? '',
  };
}

/** All kinds of callers of an app: two sellers with pages and orders, a deleted account, and anonymous callers. */
export async function createCast(url: string): Promise<FuzzCast> {
  const [one, other, gone] = [
    await createConnectedSeller({ url }),
    await createConnectedSeller({ url }),
    await createSeller({ url }),
  ];
  const [ofOne, ofOther] = [await sells(url, one), await sells(url, other)];
  const both = [ofOne, ofOther];
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
  const deliverableIds = pages.flatMap((page) => page.deliverableIds);
  const entitlementIds = both.flatMap(({ entitlements }) => entitlements);
  const licenseIds = both.flatMap(({ licenses }) => licenses);
  const uploadIds = both.map(({ upload }) => upload);
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
      id: [...pageIds, ...orderIds, ...deliverableIds, ...entitlementIds, ...licenseIds, ...uploadIds],
      deliverableId: deliverableIds,
      entitlementId: entitlementIds,
      licenseId: licenseIds,
      uploadId: uploadIds,
      token: both.map(({ token }) => token),
      key: both.map(({ key: licenseKey }) => licenseKey),
      part: ['f', 'l'],
      sha256: ['0'.repeat(64)],
      fileName: ['Guide.pdf', '../\u202Efdp.exe\u0000'],
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
