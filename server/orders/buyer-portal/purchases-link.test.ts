import { expect, test } from 'vitest';

import { buyerLinks, buyerSessions } from '#server/db/schema-buyers.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { deleteExpiredBuyerLinks } from '#server/orders/buyer-portal/buyer-session.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import {
  BO,
  buyPage,
  toCookieHeader,
  signInBuyer,
  listMailedTokens,
  createTestBuyers,
} from '#server/testing/buyer-helpers.ts';

const IP_ADDRESS = '203.0.113.7';
const MINUTE = 60_000;
const QUARTER_HOUR = 15 * MINUTE;

/** Moves the clock to the start of a rate-limit window. */
const advanceToWindowStart = (advance: (ms: number) => void) =>
  advance(QUARTER_HOUR - (Date.now() % QUARTER_HOUR) + 1000);

/** Bo has bought something and has a link by mail. */
async function createMailedLink(env: Record<string, string> = {}) {
  const testEnv = await createTestBuyers({ env });
  await buyPage(testEnv.app, testEnv.seller, BO);
  await testEnv.buyers.requestLink(BO, IP_ADDRESS);
  const [token = ''] = await listMailedTokens(testEnv.app, BO);
  return { ...testEnv, token };
}

test('addresses with and without purchases get the same response; only the first gets a mail', async () => {
  const { app, seller, buyers } = await createTestBuyers();
  await buyPage(app, seller, BO);
  expect(await buyers.requestLink(BO, IP_ADDRESS)).toBeNull();
  expect(await buyers.requestLink('nobody@example.com', IP_ADDRESS)).toBeNull();
  expect(await listMailedTokens(app, BO)).toHaveLength(1);
  const to = (await app.context.db.select().from(outbox)).map(({ recipient }) => recipient);
  expect(to).not.toContain('nobody@example.com');
});

test('the response takes the same time whether or not a mail is sent', async () => {
  const { app, seller, buyers } = await createTestBuyers();
  await buyPage(app, seller, BO);
  const measureMs = async (email: string) => {
    const started = performance.now();
    await buyers.requestLink(email, IP_ADDRESS);
    return performance.now() - started;
  };
  for (const email of [BO, 'nobody@example.com']) {
    const times = [await measureMs(email)];
    // A response is never faster than the constant time; the minimum of several ignores other load on this machine.
    for (let repeat = 0; repeat < 20 && (repeat < 2 || Math.min(...times) >= 450); repeat++)
      times.push(await measureMs(email));
    expect(Math.min(...times)).toBeGreaterThan(190);
    expect(Math.min(...times)).toBeLessThan(450);
  }
});

test('accepts an address in any spelling and rejects an invalid one', async () => {
  const { app, seller, buyers } = await createTestBuyers();
  await buyPage(app, seller, 'Bo@Example.com');
  expect(await buyers.requestLink('  BO@example.COM ', IP_ADDRESS)).toBeNull();
  expect(await listMailedTokens(app, BO)).toHaveLength(1);
  for (const invalidEmail of [
    '',
    'bo',
    'bo@nowhere',
    'bo@example.com, al@example.com',
    `${'x'.repeat(300)}@example.com`,
  ])
    expect(await buyers.requestLink(invalidEmail, IP_ADDRESS)).toMatchObject({
      status: 422,
      error: { code: 'email_invalid' },
    });
  for (const hostileEmail of [
    "' or 1=1 --@example.com",
    'bo@example.com\r\nBcc: al@example.com',
    'bo%@example.com\u0000',
    '<script>@example.com',
    'b_@example.com',
    '%@example.com',
  ])
    await buyers.requestLink(hostileEmail, IP_ADDRESS);
  expect(await listMailedTokens(app, BO)).toHaveLength(1);
});

test('stores links and sessions hashed and the mail encrypted', async () => {
  const { app, buyers, token } = await createMailedLink();
  const result = await buyers.redeemLink(token, null, IP_ADDRESS);
  const cookie = 'setCookie' in result ? toCookieHeader(result.setCookie) : '';
  const { db } = app.context;
  const storedRows = JSON.stringify([
    await db.select().from(buyerLinks),
    await db.select().from(buyerSessions),
    await db.select().from(outbox),
  ]);
  expect(cookie).toMatch(/^purchases=[\w-]{43}$/);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(storedRows).not.toContain(token);
  expect(storedRows).not.toContain(cookie.split('=')[1]);
});

test('a link works once, even if it is fetched before or used many times at once', async () => {
  const { app, buyers, token } = await createMailedLink();
  for (let check = 0; check < 3; check++) expect(await buyers.isLinkValid(token)).toBe(true);
  const results = await Promise.all(Array.from({ length: 20 }, () => buyers.redeemLink(token, null, IP_ADDRESS)));
  expect(results.filter((result) => 'setCookie' in result)).toHaveLength(1);
  for (const result of results.filter((one) => 'error' in one))
    expect(result).toMatchObject({ status: 410, error: { code: 'purchases_link_spent' } });
  expect(await app.context.db.select().from(buyerSessions)).toHaveLength(1);
  expect(await buyers.isLinkValid(token)).toBe(false);
});

test("a second use in the same browser keeps its session; with another link's cookie it fails", async () => {
  const { app, buyers, token } = await createMailedLink();
  const first = await buyers.redeemLink(token, null, IP_ADDRESS);
  const cookies = 'setCookie' in first ? toCookieHeader(first.setCookie) : '';
  expect(await buyers.redeemLink(token, cookies, IP_ADDRESS)).toEqual(first);
  const otherSession = await signInBuyer({ app, buyers });
  expect(await buyers.redeemLink(token, otherSession.cookies, IP_ADDRESS)).toMatchObject({ status: 410 });
});

test('a link expires after 15 minutes', async () => {
  const { app, buyers, token } = await createMailedLink();
  app.advance(QUARTER_HOUR - 5000);
  expect(await buyers.isLinkValid(token)).toBe(true);
  app.advance(10_000);
  expect(await buyers.isLinkValid(token)).toBe(false);
  expect(await buyers.redeemLink(token, null, IP_ADDRESS)).toMatchObject({ status: 410 });
});

test('rejects tokens that are not ours', async () => {
  const { buyers, token } = await createMailedLink();
  const wrong = ['', 'x', 'x'.repeat(43), token.slice(1), `${token}x`, "' or 1=1 --", 'x'.repeat(100_000), '\u0000'];
  for (const candidate of wrong) {
    expect(await buyers.isLinkValid(candidate)).toBe(false);
    expect(await buyers.redeemLink(candidate, null, IP_ADDRESS)).toMatchObject({ status: 410 });
  }
  expect(await buyers.isLinkValid(token)).toBe(true);
});

test('mails a link three times per 15 minutes, for known and unknown addresses alike', async () => {
  const { app, seller, buyers } = await createTestBuyers({ env: { RATE_LIMITS: 'live' } });
  await buyPage(app, seller, BO);
  advanceToWindowStart(app.advance);
  for (const email of [BO, 'nobody@example.com']) {
    for (let times = 0; times < 3; times++) expect(await buyers.requestLink(email, IP_ADDRESS)).toBeNull();
    expect(await buyers.requestLink(email, '198.51.100.1')).toMatchObject({
      status: 429,
      error: { code: 'rate_limited' },
    });
  }
  expect(await listMailedTokens(app, BO)).toHaveLength(3);
  app.advance(QUARTER_HOUR);
  expect(await buyers.requestLink(BO, IP_ADDRESS)).toBeNull();
});

test('limits link requests and uses per IP address, for any email addresses', async () => {
  const { app, buyers } = await createTestBuyers({ env: { RATE_LIMITS: 'live' } });
  advanceToWindowStart(app.advance);
  const requests = [];
  for (let times = 0; times < 21; times++)
    requests.push(buyers.requestLink(`somebody-${times}@example.com`, IP_ADDRESS));
  expect((await Promise.all(requests)).filter((rejection) => rejection)).toHaveLength(1);
  for (let times = 0; times < 30; times++)
    expect(await buyers.redeemLink('x'.repeat(43), null, IP_ADDRESS)).toMatchObject({ status: 410 });
  expect(await buyers.redeemLink('x'.repeat(43), null, IP_ADDRESS)).toMatchObject({ status: 429 });
  expect(await buyers.redeemLink('x'.repeat(43), null, '198.51.100.1')).toMatchObject({ status: 410 });
});

test('the cookie is bound to this host over TLS and hidden from scripts', async () => {
  const { app, seller } = await createTestBuyers();
  await buyPage(app, seller, BO);
  const context = { ...app.context, config: { ...app.context.config, appUrl: 'https://shop.example' } };
  const { buyerPortal: buyers } = createPublicServices(context);
  await buyers.requestLink(BO, IP_ADDRESS);
  const [token = ''] = await listMailedTokens(app, BO);
  const result = await buyers.redeemLink(token, null, IP_ADDRESS);
  const setCookie = 'setCookie' in result ? result.setCookie : '';
  expect(setCookie).toMatch(/^__Host-purchases=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
  expect(await buyers.authenticate(toCookieHeader(setCookie))).toMatchObject({ email: BO });
  // The name without a prefix could be set over plain HTTP, so it grants no access.
  expect(await buyers.authenticate(toCookieHeader(setCookie).replace('__Host-', ''))).toBeNull();
  expect(await buyers.signOut(toCookieHeader(setCookie))).toEqual({
    setCookie: '__Host-purchases=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
  });
});

test('a link of another mode opens nothing in this one', async () => {
  const { app, buyers, token } = await createMailedLink();
  const otherMode = createPublicServices({ ...app.context, mode: 'live' }).buyerPortal;
  expect(await otherMode.isLinkValid(token)).toBe(false);
  expect(await otherMode.redeemLink(token, null, IP_ADDRESS)).toMatchObject({ status: 410 });
  const result = await buyers.redeemLink(token, null, IP_ADDRESS);
  const cookies = 'setCookie' in result ? toCookieHeader(result.setCookie) : '';
  expect(await otherMode.authenticate(cookies)).toBeNull();
  await otherMode.requestLink(BO, IP_ADDRESS);
  expect(await listMailedTokens(app, BO)).toHaveLength(1);
  expect(await buyers.authenticate(cookies)).not.toBeNull();
});

test('deletes expired links with their sessions', async () => {
  const { app, buyers, token } = await createMailedLink();
  await buyers.redeemLink(token, null, IP_ADDRESS);
  app.advance(25 * 60 * MINUTE);
  await deleteExpiredBuyerLinks(app.context);
  expect(await app.context.db.select().from(buyerLinks)).toEqual([]);
  expect(await app.context.db.select().from(buyerSessions)).toEqual([]);
});
