import { expect, test } from 'vitest';

import { createOnboardingLink, createSeller, getPage, openFixture, orderParams } from '../testing/sandbox-fixture.ts';

const app = {
  name: 'Shop',
  homeUrl: 'http://localhost:3000/pages',
  mailUrl: 'http://localhost:3000/sandbox/mail',
};

const readBar = (html: string): { links: string[]; current: string[] } => {
  const bar = /<nav class="sandbox-bar"[^]*?<\/nav>/.exec(html)?.[0] ?? '';
  const links = [...bar.matchAll(/<a [^>]*href="([^"]*)"([^>]*)>/g)];
  return {
    links: links.map(([, url = '']) => url),
    current: links.flatMap(([, url = '', attributes = '']) => (attributes.includes('aria-current') ? [url] : [])),
  };
};

const LINKS = [
  app.homeUrl,
  '/sandbox',
  app.mailUrl,
  '/sandbox/clock',
  '/sandbox/cards',
  '/sandbox/receiver',
  '/sandbox/conditions',
];

test('every page has the bar with the way back to the app, and marks the page’s own entry', async () => {
  const fixture = openFixture({ app, receiver: true });
  const { sandbox, stripe } = fixture;
  const seller = await createSeller(fixture);
  const session = await stripe.checkout.sessions.create(orderParams(), seller);
  const account = await stripe.accounts.create({});
  const entryByPath = {
    '/': '/sandbox',
    [`/dashboard/${seller.stripeAccount}`]: '/sandbox',
    '/clock': '/sandbox/clock',
    '/cards': '/sandbox/cards',
    '/receiver': '/sandbox/receiver',
    '/receiver/of/my-app': '/sandbox/receiver',
    '/conditions': '/sandbox/conditions',
    '/nowhere': null,
    [session.url ?? '']: null,
    [await createOnboardingLink(stripe, account.id)]: null,
    '/identity/google/authorize': null,
  };
  for (const [path, entry] of Object.entries(entryByPath)) {
    const bar = readBar(await (await getPage(sandbox, path)).text());
    expect([path, bar]).toEqual([path, { links: LINKS, current: entry === null ? [] : [entry] }]);
  }
  await sandbox.close();
});

test('leaves out what the sandbox does not have: links to an app, and receivers', async () => {
  const { sandbox } = openFixture();
  const { links } = readBar(await (await getPage(sandbox, '/clock')).text());
  expect(links).toEqual(['/sandbox', '/sandbox/clock', '/sandbox/cards', '/sandbox/conditions']);
  await sandbox.close();
});

test('says on the simulated pages of Stripe that they are not Stripe’s', async () => {
  const fixture = openFixture();
  const session = await fixture.stripe.checkout.sessions.create(orderParams(), await createSeller(fixture));
  const text = async (path: string) => (await getPage(fixture.sandbox, path)).text();
  expect(await text(session.url ?? '')).toMatch(/Simulated Stripe\.<\/strong> This page isn’t Stripe’s/);
  expect(await text('/clock')).not.toContain('This page isn’t Stripe’s');
  await fixture.sandbox.close();
});

test('labels the cells of a table for narrow screens, where rows are cards', async () => {
  const fixture = openFixture();
  const html = await (await getPage(fixture.sandbox, '/cards')).text();
  expect(html.replaceAll('&quot;', '"')).toContain('--column-1: "Card number"; --column-2: "Result"');
  expect(await (await getPage(fixture.sandbox, '/style.css')).text()).toContain('content: var(--column-7)');
  await fixture.sandbox.close();
});
