import { expect, test } from 'vitest';

import type { PlainEmail } from '#domain/email.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { queueMail } from '#server/email/queries/outbox.ts';
import { findSuppression } from '#server/email/queries/suppressed-addresses.ts';
import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';

import type { RenderEmail } from './send-mail.ts';

const HOSTILE = '<script>alert(1)</script>';
const renderMail: RenderEmail = (mail) => {
  if (mail.kind === 'plan_canceled') throw new RangeError('Unknown kind of mail');
  return {
    subject: `${mail.kind} ${HOSTILE}`,
    html: `<!doctype html><p>Letter ${HOSTILE}</p>`,
    text: HOSTILE,
  };
};
const pagesEntry = { render: async () => new Response('a document'), renderMail };

async function queue({ context }: TestApp, mail: PlainEmail, at: string): Promise<string> {
  await queueMail(context.db, { key: at, to: `to-${HOSTILE}@example.com`, mail, now: new Date(at) });
  const rows = await context.db.select().from(outbox);
  return rows.find(({ dedupKey }) => dedupKey === at)?.id ?? '';
}

test('lists mail newest first, and shows each as HTML and as text', async () => {
  const app = await createTestApp({ pagesEntry });
  expect(await (await app.request('/sandbox/mail')).text()).toContain('No messages yet');
  const id = await queue(app, { kind: 'trial_ended', plan: 'starter' }, '2026-11-20T10:00:00Z');
  await queue(app, { kind: 'welcome_trial', plan: 'starter', trialEndsAt: '', limit: null }, '2026-11-21T10:00:00Z');
  await queue(app, { kind: 'plan_canceled', plan: 'starter', endsAt: null }, '2026-11-22T10:00:00Z');
  const list = await (await app.request('/sandbox/mail')).text();
  expect(list).toMatch(/plan_canceled[^]*welcome_trial[^]*trial_ended/);
  expect(list).toContain('2026-11-20 10:00 UTC');
  expect(list).toMatch(/<nav class="sandbox-bar"[^]*href="[^"]*\/sandbox\/mail"\s+aria-current/);
  expect(list).toMatch(/style="--column-1: &quot;Subject&quot;/);
  const mailPage = await (await app.request(`/sandbox/mail/${id}`)).text();
  expect(mailPage).toContain(`src="/sandbox/mail/${id}/html"`);
  for (const page of [list, mailPage]) expect(page).not.toContain(HOSTILE);
  expect(await (await app.request(`/sandbox/mail/${id}/html`)).text()).toContain('Letter');
});

test('shows a mail in a sandboxed frame and document', async () => {
  const app = await createTestApp({ pagesEntry });
  const id = await queue(app, { kind: 'trial_ended', plan: 'starter' }, '2026-11-20T10:00:00Z');
  const policyOf = async (path: string) => (await app.request(path)).headers.get('content-security-policy') ?? '';
  const mailPolicy = await policyOf(`/sandbox/mail/${id}/html`);
  for (const policy of [mailPolicy, await policyOf('/sandbox/mail'), await policyOf(`/sandbox/mail/${id}`)])
    for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", 'frame-ancestors '])
      expect(policy).toContain(directive);
  expect(mailPolicy).toMatch(/; sandbox( allow-popups)?/);
  expect(mailPolicy).toContain("img-src 'self'");
  expect(mailPolicy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
  const page = await policyOf(`/sandbox/mail/${id}`);
  expect(page).not.toContain('script-src');
  expect(await (await app.request(`/sandbox/mail/${id}`)).text()).not.toMatch(/sandbox="[^"]*(scripts|same-origin)/);
});

test('finds mail by its recipient', async () => {
  const app = await createTestApp({ pagesEntry });
  for (const to of ['one@example.com', 'two@example.com'])
    await queueMail(app.context.db, {
      key: to,
      to,
      mail: { kind: 'trial_ended', plan: 'starter' },
      now: app.context.now(),
    });
  const matches = await (await app.request('/sandbox/mail?to=ONE%40')).text();
  expect(matches).toContain('one@example.com');
  expect(matches).not.toContain('two@example.com');
  const noMatches = await (await app.request(`/sandbox/mail?to=${encodeURIComponent(`${HOSTILE}%_\0`)}`)).text();
  expect(noMatches).toContain('No messages to this address');
  expect(noMatches).not.toContain(HOSTILE);
});

test('simulates the recipient’s mail server for same-origin requests only', async () => {
  const app = await createTestApp({ pagesEntry });
  const id = await queue(app, { kind: 'trial_ended', plan: 'starter' }, '2026-11-20T10:00:00Z');
  const address = `to-${HOSTILE}@example.com`;
  await app.context.db.update(outbox).set({ status: 'sent', tries: 1 });
  const post = async (action: string, origin = TEST_ORIGIN) =>
    (await app.request(`/sandbox/mail/${id}/${action}`, { method: 'POST', headers: { origin } })).status;
  const readState = async () => [
    (await app.context.db.select().from(outbox))[0]?.status,
    await findSuppression(app.context.db, address),
  ];
  expect(await post('bounce', 'https://evil.example')).toBe(404);
  expect(await readState()).toEqual(['sent', null]);
  expect(await post('complaint')).toBe(303);
  expect(await readState()).toEqual(['bounced', 'complaint']);
  expect(await (await app.request(`/sandbox/mail/${id}`)).text()).toContain('Allow emails again');
  expect(await post('allow')).toBe(303);
  expect(await readState()).toEqual(['bounced', null]);
  expect(await post('delete')).not.toBe(303);
});

test('answers 404 for an id without a mail', async () => {
  const app = await createTestApp({ pagesEntry });
  for (const path of [crypto.randomUUID(), `${crypto.randomUUID()}/html`, 'x', "'; drop table outbox"])
    expect([path, (await app.request(`/sandbox/mail/${encodeURI(path)}`)).status]).toEqual([path, 404]);
});

test('shows mail on the server’s machine only, and explains access to other machines', async () => {
  const app = await createTestApp({ pagesEntry, env: { PORT: '3000' } });
  const id = await queue(app, { kind: 'trial_ended', plan: 'starter' }, '2026-11-20T10:00:00Z');
  const requestFrom = (path: string, peer: string, origin = TEST_ORIGIN, headers = {}) =>
    app.fetch(new Request(origin + path, { headers }), nodeEnvFrom(peer, new URL(origin).host));
  for (const path of ['', `/${id}`, `/${id}/html`]) {
    const url = `/sandbox/mail${path}`;
    expect((await requestFrom(url, '127.0.0.1')).status).toBe(200);
    const remoteResponses = [
      await requestFrom(url, '203.0.113.7'),
      await requestFrom(url, '127.0.0.1', TEST_ORIGIN, { 'x-forwarded-for': '203.0.113.7' }),
    ];
    expect((await requestFrom(url, '127.0.0.1', 'http://evil.example:3000')).status).toBe(421);
    for (const answer of remoteResponses) {
      expect(answer.status).toBe(403);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const text = await answer.text();
      expect(text).toContain('ssh -L 3000:localhost:3000');
      expect(text).not.toContain('trial_ended');
    }
  }
});

const HOOKS = { STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_1234', STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_1234' };

test('uses the style sheet of a sandbox on another origin', async () => {
  const app = await createTestApp({
    pagesEntry,
    env: { SANDBOX_URL: 'http://sandbox.example:3010', ...HOOKS },
  });
  const answer = await app.request('/sandbox/mail');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('href="http://sandbox.example:3010/sandbox/style.css"');
  expect(answer.headers.get('content-security-policy')).toContain('http://sandbox.example:3010');
});

test('does not exist with a Stripe key', async () => {
  const app = await createTestApp({ pagesEntry, env: { STRIPE_SECRET_KEY: 'sk_test_1', ...HOOKS } });
  expect(app.routes.filter(({ path }) => path.startsWith('/sandbox'))).toEqual([]);
  expect(await (await app.request('/sandbox/mail')).text()).toBe('a document');
});
