import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { requestAt, changeDomain, ECHO, addVerifiedDomain } from '../testing/sites.ts';

const HOST = 'pay.localhost';
const DOMAIN_ORIGIN = `http://${HOST}:3000`;
const MAIN_ORIGIN = 'http://localhost:3000';

async function openDomain() {
  const app = await createTestApp({ pagesEntry: ECHO });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({ productName: 'Throwing Taller' }, 'taller');
  await addVerifiedDomain(app, HOST, pageId);
  return { app, seller, pageId, visit: requestAt(app, `${HOST}:3000`) };
}

type StartedCheckout = { url: string };
/** Starts a checkout at a host, with the idempotency token of one order. */
async function startCheckout({ app }: { app: TestApp }, host: string, attempt: string): Promise<StartedCheckout> {
  const answer = await requestAt(app, host)('/functions/v1/create-checkout-session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ slug: 'taller', attempt, email: 'buyer@example.com' }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as StartedCheckout;
}

const attemptOf = async ({ context: { db } }: TestApp, token: string) =>
  (await db.select().from(checkoutAttempts).where(eq(checkoutAttempts.token, token)))[0];

/** Return URLs of the Stripe session. */
async function returnUrlsOf(app: TestApp, token: string) {
  const attempt = await attemptOf(app, token);
  const session = await app.context.sellerStripe(attempt?.accountId ?? '').sessions.retrieve(attempt?.sessionId ?? '');
  return { success: session.success_url, cancel: session.cancel_url };
}

test('returns the buyer to the site where they paid', async () => {
  const testEnv = await openDomain();
  const [domainToken, mainToken] = [crypto.randomUUID(), crypto.randomUUID()];
  await startCheckout(testEnv, `${HOST}:3000`, domainToken);
  await startCheckout(testEnv, 'localhost:3000', mainToken);
  const [domainAttempt, mainAttempt] = [
    await attemptOf(testEnv.app, domainToken),
    await attemptOf(testEnv.app, mainToken),
  ];
  expect([domainAttempt?.host, mainAttempt?.host]).toEqual([HOST, null]);
  expect(await returnUrlsOf(testEnv.app, domainToken)).toEqual({
    success: `${DOMAIN_ORIGIN}/success?t=${domainAttempt?.id}&session_id={CHECKOUT_SESSION_ID}`,
    cancel: `${DOMAIN_ORIGIN}/?canceled=true`,
  });
  expect(await returnUrlsOf(testEnv.app, mainToken)).toEqual({
    success: `${MAIN_ORIGIN}/success?t=${mainAttempt?.id}&session_id={CHECKOUT_SESSION_ID}`,
    cancel: `${MAIN_ORIGIN}/c/taller?canceled=true`,
  });
});

test('continues a checkout on another site than the one where it started', async () => {
  const testEnv = await openDomain();
  for (const [first, second, origin] of [
    [`${HOST}:3000`, 'localhost:3000', MAIN_ORIGIN],
    ['localhost:3000', `${HOST}:3000`, DOMAIN_ORIGIN],
  ] as const) {
    const token = crypto.randomUUID();
    const started = await startCheckout(testEnv, first, token);
    expect(await startCheckout(testEnv, second, token)).toEqual(started);
    await testEnv.app.payAtStripe(started.url);
    const attempt = await attemptOf(testEnv.app, token);
    expect(await startCheckout(testEnv, second, token)).toEqual({
      url: `${origin}/success?t=${attempt?.id}`,
    });
  }
});

test('shows a paid order at the domain and on the main site, but at no other seller’s domain', async () => {
  const testEnv = await openDomain();
  const { app } = testEnv;
  const token = crypto.randomUUID();
  const { url } = await startCheckout(testEnv, `${HOST}:3000`, token);
  await app.payAtStripe(url);
  const { id = '' } = (await attemptOf(app, token)) ?? {};
  const { pageId } = await (await app.signUpSeller()).publishPage({}, 'of-another');
  await addVerifiedDomain(app, 'other.localhost', pageId);
  const findOrderAt = async (name: string) => {
    const site = await app.context.sites.find(name);
    const paidOrder = await createPublicServices(app.context, site ?? undefined).findPaidOrder(id);
    return paidOrder && { state: paidOrder.state, pageUrl: paidOrder.pageUrl };
  };
  expect(await findOrderAt(HOST)).toEqual({ state: 'paid', pageUrl: '/' });
  expect(await findOrderAt('localhost')).toEqual({ state: 'paid', pageUrl: '/c/taller' });
  expect(await findOrderAt('other.localhost')).toBeNull();
});

test('redirects a returning buyer to the main site when the domain was removed during payment', async () => {
  const testEnv = await openDomain();
  const { app, visit } = testEnv;
  const [domainToken, mainToken] = [crypto.randomUUID(), crypto.randomUUID()];
  await app.payAtStripe((await startCheckout(testEnv, `${HOST}:3000`, domainToken)).url);
  await app.payAtStripe((await startCheckout(testEnv, 'localhost:3000', mainToken)).url);
  await changeDomain(app, HOST, { verifiedAt: null, deactivatedAt: new Date() });
  const { id } = (await attemptOf(app, domainToken)) ?? {};
  const redirect = await visit(`/success?t=${id}&session_id=cs_1`);
  expect([redirect.status, redirect.headers.get('location'), redirect.headers.get('cache-control')]).toEqual([
    302,
    `${MAIN_ORIGIN}/success?t=${id}`,
    'no-store',
  ]);
  expect((await app.request(`/success?t=${id}`)).status).toBe(200);
  expect((await createPublicServices(app.context).findPaidOrder(id ?? ''))?.state).toBe('paid');
  const { id: mainAttemptId } = (await attemptOf(app, mainToken)) ?? {};
  for (const [host, token] of [
    [HOST, mainAttemptId],
    [HOST, crypto.randomUUID()],
    [HOST, 'x'],
    ['evil.example', id],
  ])
    expect((await requestAt(app, host ?? '')(`/success?t=${token}`)).status).toBe(421);
});

test('returns to the main site from a session created after the domain was removed', async () => {
  const testEnv = await openDomain();
  const { app } = testEnv;
  const token = crypto.randomUUID();
  await startCheckout(testEnv, `${HOST}:3000`, token);
  const { db } = app.context;
  // Simulates that Stripe was unreachable the first time.
  await db.update(checkoutAttempts).set({ state: 'new', id: crypto.randomUUID(), sessionId: null, url: null });
  await changeDomain(app, HOST, { verifiedAt: null });
  await startCheckout(testEnv, 'localhost:3000', token);
  expect((await returnUrlsOf(app, token)).success).toContain(`${MAIN_ORIGIN}/success?t=`);
});
