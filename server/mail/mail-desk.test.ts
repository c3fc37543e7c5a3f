import { expect, test } from 'vitest';

import type { OpenMail } from '#domain/mail.ts';

import { queueMail } from '#server/db/outbox.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#server/testing.ts';

import type { RenderMail } from './outbox-worker.ts';

const HOSTILE = '<script>alert(1)</script>';
const renderMail: RenderMail = (mail) => {
  if (mail.kind === 'plan_canceled') throw new RangeError('Unknown kind of mail');
  return {
    subject: `${mail.kind} ${HOSTILE}`,
    html: `<!doctype html><p>Letter ${HOSTILE}</p>`,
    text: HOSTILE,
  };
};
const pagesEntry = { render: async () => new Response('a document'), renderMail };

async function queue({ context }: TestShop, mail: OpenMail, at: string): Promise<string> {
  await queueMail(context.db, { key: at, to: `to-${HOSTILE}@example.com`, mail, now: new Date(at) });
  const rows = await context.db.select().from(outbox);
  return rows.find(({ dedupKey }) => dedupKey === at)?.id ?? '';
}

test('the desk lists what was written, the newest first, and shows each as it looks and as text', async () => {
  const shop = await openShop({ pagesEntry });
  expect(await (await shop.request('/sandbox/mail')).text()).toContain('Nothing was written yet');
  const id = await queue(shop, { kind: 'trial_ended', plan: 'starter' }, '2026-11-20T10:00:00Z');
  await queue(
    shop,
    { kind: 'welcome_trial', plan: 'starter', trialEndsAt: '', limit: null },
    '2026-11-21T10:00:00Z',
  );
  await queue(shop, { kind: 'plan_canceled', plan: 'starter', endsAt: null }, '2026-11-22T10:00:00Z');
  const list = await (await shop.request('/sandbox/mail')).text();
  expect(list).toMatch(/plan_canceled[^]*welcome_trial[^]*trial_ended/);
  expect(list).toContain('2026-11-20 10:00 UTC');
  const letter = await (await shop.request(`/sandbox/mail/${id}`)).text();
  expect(letter).toContain(`src="/sandbox/mail/${id}/html"`);
  for (const page of [list, letter]) expect(page).not.toContain(HOSTILE);
  expect(await (await shop.request(`/sandbox/mail/${id}/html`)).text()).toContain('Letter');
});

test('a letter stands in a frame and a document that can do nothing', async () => {
  const shop = await openShop({ pagesEntry });
  const id = await queue(shop, { kind: 'trial_ended', plan: 'starter' }, '2026-11-20T10:00:00Z');
  const policyOf = async (path: string) =>
    (await shop.request(path)).headers.get('content-security-policy') ?? '';
  const letter = await policyOf(`/sandbox/mail/${id}/html`);
  expect(letter).toContain("default-src 'none'");
  expect(letter).toMatch(/; sandbox( allow-popups)?/);
  expect(letter).toContain("img-src 'self'");
  expect(letter).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
  const page = await policyOf(`/sandbox/mail/${id}`);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toContain('script-src');
  expect(await (await shop.request(`/sandbox/mail/${id}`)).text()).not.toMatch(
    /sandbox="[^"]*(scripts|same-origin)/,
  );
});

test('what is no mail is not found', async () => {
  const shop = await openShop({ pagesEntry });
  for (const path of [crypto.randomUUID(), `${crypto.randomUUID()}/html`, 'x', "'; drop table outbox"])
    expect([path, (await shop.request(`/sandbox/mail/${encodeURI(path)}`)).status]).toEqual([path, 404]);
});

test('only who sits at the machine reads mail: everybody else learns how to get there', async () => {
  const shop = await openShop({ pagesEntry, env: { PORT: '3000' } });
  const id = await queue(shop, { kind: 'trial_ended', plan: 'starter' }, '2026-11-20T10:00:00Z');
  const asked = (path: string, peer: string, origin = TEST_ORIGIN, headers = {}) =>
    shop.fetch(new Request(origin + path, { headers }), { incoming: { socket: { remoteAddress: peer } } });
  for (const path of ['', `/${id}`, `/${id}/html`]) {
    const desk = `/sandbox/mail${path}`;
    expect((await asked(desk, '127.0.0.1')).status).toBe(200);
    const elsewhere = [
      await asked(desk, '203.0.113.7'),
      await asked(desk, '127.0.0.1', TEST_ORIGIN, { 'x-forwarded-for': '203.0.113.7' }),
      await asked(desk, '127.0.0.1', 'http://evil.example:3000'),
    ];
    for (const answer of elsewhere) {
      expect(answer.status).toBe(403);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const text = await answer.text();
      expect(text).toContain('ssh -L 3000:localhost:3000');
      expect(text).not.toContain('trial_ended');
    }
  }
});

const HOOKS = { STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_1234', STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_1234' };

test('the desk also stands where the sandbox is elsewhere, in its style', async () => {
  const shop = await openShop({ pagesEntry, env: { SANDBOX_URL: 'http://sandbox.example:3010', ...HOOKS } });
  const answer = await shop.request('/sandbox/mail');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('href="http://sandbox.example:3010/sandbox/style.css"');
  expect(answer.headers.get('content-security-policy')).toContain('http://sandbox.example:3010');
});

test('with a key of Stripe there is no desk', async () => {
  const shop = await openShop({ pagesEntry, env: { STRIPE_SECRET_KEY: 'sk_test_1', ...HOOKS } });
  expect(shop.routes.filter(({ path }) => path.startsWith('/sandbox'))).toEqual([]);
  expect(await (await shop.request('/sandbox/mail')).text()).toBe('a document');
});
