import { expect, test } from 'vitest';

import { LANDING_FAQ } from '#content/landing-faq.ts';
import { PRICING_FAQ } from '#content/pricing-faq.ts';
import { SITE } from '#content/site.ts';
import { TEAM } from '#content/team.ts';
import { PLANS } from '#domain/plans.ts';

import { getLink } from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { listAttributes, listTexts } from '../support/page-metadata.ts';
import { getText, Visitor } from '../support/visitor.ts';

const app = createSharedApp();
const openPage = (address: string) => new Visitor(app().url).open(address);

const FRONT_PAGE_SECTIONS = [
  'No-code checkout pages',
  'Your first page in under 5 minutes',
  'Features',
  'Pricing',
  'Frequently asked questions',
  'The founders’ story',
  'Start selling today',
];

test('the front page has its sections in order, and its links have the right targets', async () => {
  const page = await openPage('/');
  expect(listTexts(page, 'main > section :is(h1, h2)').filter((text) => FRONT_PAGE_SECTIONS.includes(text))).toEqual(
    FRONT_PAGE_SECTIONS,
  );
  expect(listTexts(page, 'h1')).toHaveLength(1);
  expect(getText(page, 'section#features')).toContain('135 currencies');
  const listHrefs = (text: string) =>
    [...page.document.querySelectorAll('main a')]
      .filter((link) => link.textContent?.trim() === text)
      .map((link) => link.getAttribute('href'));
  expect(listHrefs('Start for free')).toEqual(['/builder', '/builder']);
  expect(listHrefs('View demo')).toEqual(['/checkout/demo']);
  expect(listHrefs('Start Free Trial')).toEqual(['/pricing', '/pricing', '/pricing']);
  expect(listHrefs('Talk to sales')).toEqual([expect.stringMatching(/^mailto:[^?]+@[^?]+\?subject=/)]);
});

test('the preview of the front page contains three disabled samples with their prices', async () => {
  const page = await openPage('/');
  const samples = [
    ['classic', 'Throwing Taller', '$89.00'],
    ['modern', 'Night Drive sample pack', '$29.00'],
    ['minimal', 'Four letters a year', '€48.00'],
  ] as const;
  expect(listAttributes(page, '.machine input[type=radio]', 'value')).toEqual(samples.map(([layout]) => layout));
  expect(listAttributes(page, '.machine input[type=radio][checked]', 'value')).toEqual(['classic']);
  for (const [layout, product, price] of samples) {
    const sample = `.sample[data-layout=${layout}]`;
    expect(getText(page, sample)).toContain(product);
    expect(listAttributes(page, `.sample-price[data-layout=${layout}] [role=img]`, 'aria-label')).toEqual([price]);
    expect(page.document.querySelectorAll(`${sample}[inert] > fieldset[disabled]`)).toHaveLength(1);
  }
  const labels = listTexts(page, '.sample[data-layout=classic] label');
  for (const label of ['Email', 'Cardholder name', 'Card information', 'Expiry', 'CVC'])
    expect(labels).toContain(label);
  expect(listAttributes(page, '.sample[data-layout=classic] input', 'maxLength')).toContain('4');
});

test('the front page and the pricing page show the same details of each plan', async () => {
  const limits = ['Up to $3,000 in sales per month', 'Up to $10,000 in sales per month', 'Unlimited sales'];
  for (const path of ['/', '/pricing']) {
    const page = await openPage(path);
    expect(listTexts(page, '.plan h3')).toEqual(['Starter', 'Growth', 'Pro']);
    expect(listAttributes(page, '.plan .plan__price [role=img]', 'aria-label')).toEqual(['$9', '$29', '$99']);
    for (const [index, { id, features }] of PLANS.entries()) {
      const plan = getText(page, `#plan-${id}`);
      for (const text of [limits[index], ...features]) expect(plan).toContain(text);
    }
    expect(listTexts(page, '.plan .badge')).toEqual(['Most Popular']);
    expect(getText(page, '#plan-growth .badge')).toBe('Most Popular');
    expect(getText(page, 'main')).toContain('free forever');
  }
  expect(getText(await openPage('/'), '#pricing')).toContain('free for 7 days, no credit card required');
});

test('each plan on the pricing page explains its sales limit and links to sign-up with the plan', async () => {
  const page = await openPage('/pricing');
  expect(listTexts(page, 'h1')).toHaveLength(1);
  for (const [id, ...texts] of [
    ['starter', 'Unlimited checkout pages', 'an automatic upgrade to Growth with an immediate prorated charge'],
    ['growth', 'Everything in Starter, plus', 'an automatic upgrade to Pro with an immediate prorated charge'],
    ['pro', 'Everything in Growth, plus'],
  ]) {
    const plan = getText(page, `#plan-${id}`);
    for (const text of [...texts, 'We never stop a sale']) expect(plan).toContain(text);
    expect(listTexts(page, `#plan-${id} a`)).toEqual(['Start 7-Day Free Trial', 'Start 7-Day Free Trial']);
    expect(listAttributes(page, `#plan-${id} a.when-out`, 'href')).toEqual([`/auth?tab=sign-up&plan=${id}`]);
    expect(listAttributes(page, `#plan-${id} a.when-in`, 'href')).toEqual(['/builder']);
  }
  expect(getText(page, '#plan-growth')).toMatch(/Custom domain(?! *Coming)/);
  expect(getText(page, 'main')).toContain('no credit card');
  const signUp = await openPage('/auth?tab=sign-up&plan=growth');
  expect(getText(signUp, '[role=tab][aria-selected=true]')).toBe('Sign Up');
});

test('only one question can be open at a time, and the first is open initially', async () => {
  for (const [path, questions] of [
    ['/', LANDING_FAQ],
    ['/pricing', PRICING_FAQ],
  ] as const) {
    const page = await openPage(path);
    expect(listTexts(page, '.questions summary')).toEqual(questions.map(({ question }) => question));
    expect(new Set(listAttributes(page, '.questions details', 'name'))).toEqual(new Set(['questions']));
    expect(listTexts(page, '.questions details[open] summary')).toEqual([questions[0]?.question]);
  }
});

test('the header, the drawer and the footer link to every part of the site', async () => {
  const page = await openPage('/help');
  const sectionNames = ['Features', 'Pricing', 'Blog', 'Help', 'About'];
  const links = ['/#features', '/#pricing', '/blog', '/help', '/about', '/subscription'];
  for (const nav of ['header.bar nav.bar-links', 'header.bar nav.drawer-links']) {
    expect(listTexts(page, `${nav} a:not([class])`)).toEqual(sectionNames);
    expect(listAttributes(page, `${nav} a`, 'href').slice(0, links.length)).toEqual(links);
    expect(listTexts(page, `${nav} [aria-current=page]`)).toEqual(['Help']);
    expect(getText(page, `${nav} a[href="/subscription"].when-in`)).toBe('Subscription');
  }
  for (const end of ['.bar-end', '.drawer-links']) {
    expect(getText(page, `${end} .when-out[href="/auth"]`)).toBe('Sign in');
    expect(getText(page, `${end} .when-out[href="/auth?tab=sign-up"]`)).toBe('Get started');
    expect(getText(page, `${end} .when-in[href="/builder"]`)).toBe('Dashboard');
    expect(getText(page, `${end} button.when-in[data-sign-out]`)).toBe('Sign out');
  }
  // The drawer is a popover, so it opens without script.
  expect(listAttributes(page, 'dialog.drawer[popover]', 'id')).toEqual(['menu']);
  expect(listAttributes(page, 'button[aria-label="Open menu"]', 'popoverTarget')).toEqual(['menu']);

  const hrefs = listAttributes(page, 'footer.foot a', 'href');
  for (const href of ['/pricing', '/blog', '/help', '/about', '/privacy', '/terms', '/developers'])
    expect(hrefs).toContain(href);
  expect(hrefs.filter((href) => href?.startsWith('https://'))).toHaveLength(2);
  expect(hrefs).toContain(`mailto:${SITE.supportEmail}`);
  const front = await openPage('/');
  expect(front.document.querySelectorAll('section#features h2, section#pricing h2')).toHaveLength(2);
});

test('every internal link of the header and the footer resolves, and every fragment has a target', async () => {
  const page = await openPage('/');
  const hrefs = new Set(listAttributes(page, 'header.bar a, footer.foot a, main a', 'href'));
  const internal = [...hrefs].flatMap((href) => (href?.startsWith('/') ? [href] : []));
  expect(internal.length).toBeGreaterThan(12);
  for (const href of internal) {
    const { status, document } = await openPage(href);
    expect([href, status]).toEqual([href, 200]);
    const [, fragment] = href.split('#');
    if (fragment) expect([href, document.getElementById(fragment)?.id]).toEqual([href, fragment]);
  }
});

test('the about page shows the story and both founders with portraits and links', async () => {
  const page = await openPage('/about');
  expect(getText(page, 'h1')).toBe('About Tillwright');
  expect(TEAM).toHaveLength(2);
  expect(listTexts(page, '.about-member h3')).toEqual(TEAM.map(({ name }) => name));
  expect(listAttributes(page, '.about-member a', 'href')).toEqual(
    TEAM.flatMap(({ links }) => links.map(({ href }) => href)),
  );
  expect(listTexts(page, '.about-member a')).toEqual(
    TEAM.flatMap(({ name, links }) => links.map(({ network }) => `${network} profile of ${name}`)),
  );
  for (const { role, portrait } of TEAM) {
    expect(getText(page, '.about')).toContain(role);
    expect(listAttributes(page, '.about-member img', 'src')).toContain(portrait);
    const picture = await fetch(new URL(portrait, app().url));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
  }
  expect(listAttributes(page, 'main a[href^=mailto]', 'href')).toEqual([`mailto:${SITE.supportEmail}`]);
});

test('an unknown path gets a 404 page that links home', async () => {
  const page = await openPage('/nothing/here');
  expect(page.status).toBe(404);
  expect(getText(page, 'h1')).toBe('Oops! Page not found');
  expect(getLink(page, 'Back to home').pathname).toBe('/');
});

test('the previews of emails and components are not part of a build', async () => {
  for (const path of ['/emails', '/emails?email=0', '/components'])
    expect([path, (await openPage(path)).status]).toEqual([path, 404]);
});

test('the front page introduces the founders and explains automatic upgrades', async () => {
  const page = await openPage('/');
  expect(getText(page, 'section.founders')).toMatch(/founders/);
  for (const path of ['/', '/pricing', '/help']) {
    const text = getText(await openPage(path), 'main');
    expect([path, text]).toEqual([path, expect.stringMatching(/automatic upgrade/i)]);
    expect([path, text]).toEqual([path, expect.stringMatching(/immediate prorated charge/)]);
  }
  for (const path of ['/pricing', '/help']) expect(getText(await openPage(path), 'main')).toMatch(/resets on the 1st/);
});

test('without script, the tabs of the sign-in page are links', async () => {
  const page = await openPage('/auth?next=%2Forders&plan=growth');
  expect(getText(page, '[role=tab][aria-selected=true]')).toBe('Sign In');
  const href = listAttributes(page, 'a[role=tab]', 'href')[1] ?? '';
  expect(href).toBe('/auth?tab=sign-up&next=%2Forders&plan=growth');
  const signUpPage = await openPage(href);
  expect(getText(signUpPage, '[role=tab][aria-selected=true]')).toBe('Sign Up');
  expect(listAttributes(signUpPage, 'input[type=password]', 'autoComplete')).toEqual(['new-password']);
});
