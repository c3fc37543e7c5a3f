import { expect, test } from 'vitest';

import { HELP } from '#content/help/help-categories.ts';
import { SITE } from '#content/site.ts';
import { PLANS } from '#domain/plans.ts';

import { createSharedApp } from '../support/http-test-app.ts';
import { readMetadata, readPngSize } from '../support/page-metadata.ts';
import { Visitor } from '../support/visitor.ts';

const app = createSharedApp();

const openMetadata = async (address: string) => readMetadata(await new Visitor(app().url).open(address));

const OFFERS = PLANS.map(({ name, priceUsd }) => ({ name, price: `${priceUsd}.00`, priceCurrency: 'USD' }));

test('the front page has structured data about the publisher, the plans and the questions', async () => {
  const page = await new Visitor(app().url).open('/');
  expect(page.html).toMatch(/^<!DOCTYPE html><html lang="en">/);
  const { title, meta, link, structuredData } = readMetadata(page);
  expect(title).toBe('Tillwright · No-code checkout pages');
  expect(link('canonical')).toBe(`${app().url}/`);
  expect(meta('description')).toMatch(/checkout page/);
  expect(meta('og:title')).toBe('Tillwright · No-code checkout pages');
  expect(meta('og:url')).toBe(`${app().url}/`);
  expect(meta('og:image')).toBe(`${app().url}/social.png`);
  expect(meta('twitter:card')).toBe('summary_large_image');
  expect(meta('robots')).toBeNull();

  const block = (type: string) => structuredData.find((candidate) => candidate['@type'] === type);
  expect(block('Organization')).toMatchObject({ name: 'Tillwright', url: `${app().url}/` });
  expect(block('SoftwareApplication')).toMatchObject({ offers: OFFERS });
  expect(OFFERS.map(({ price }) => price)).toEqual(['9.00', '29.00', '99.00']);
  expect(block('FAQPage')?.mainEntity).toHaveLength(8);

  const picture = await fetch(`${app().url}/social.png`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(await readPngSize(picture)).toEqual([1200, 630]);
});

test('every document declares its language: screens, embedded pages, errors and short error pages', async () => {
  for (const path of ['/', '/c/demo', '/e/demo', '/e/no-such-page', '/auth', '/orders', '/purchases', '/no-such-page'])
    expect([path, (await new Visitor(app().url).open(path)).html]).toEqual([
      path,
      expect.stringMatching(/^<!doctype html>\s*<html lang="en"/i),
    ]);
});

test('each site page has a title, a description, a canonical URL and breadcrumbs', async () => {
  for (const [path, title] of [
    ['/about', 'About'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
    ['/pricing', 'Pricing'],
    ['/help', 'Help'],
  ]) {
    const metadata = await openMetadata(`${path}?utm_source=elsewhere`);
    expect(metadata.title).toBe(`${title} · ${SITE.name}`);
    expect([path, metadata.link('canonical')]).toEqual([path, `${app().url}${path}`]);
    expect(metadata.meta('description')?.length).toBeGreaterThan(60);
    expect(metadata.link('manifest')).toBe('/site.webmanifest');
    expect(metadata.structuredData[0]).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [{ item: `${app().url}/` }, { item: `${app().url}${path}` }],
    });
  }
});

test('the plans on the pricing page are structured as offers', async () => {
  const { structuredData } = await openMetadata('/pricing');
  expect(structuredData.map((block) => block['@type'])).toEqual(['BreadcrumbList', 'SoftwareApplication', 'FAQPage']);
  expect(structuredData[1]?.offers).toMatchObject(OFFERS);
});

test('the frequently asked questions of the help are structured data, also in search results', async () => {
  const frequent = HELP.find(({ id }) => id === 'frequently-asked-questions');
  const { link, structuredData } = await openMetadata('/help?q=coupon');
  expect(link('canonical')).toBe(`${app().url}/help`);
  const faq = structuredData.find((block) => block['@type'] === 'FAQPage');
  expect(faq?.mainEntity).toMatchObject(
    frequent?.articles.map(({ question }) => ({ '@type': 'Question', name: question })) ?? [],
  );
});

test('each app screen has a title, a description, social tags and a canonical URL, and is not indexed', async () => {
  for (const [path, title] of [
    ['/builder', 'Builder'],
    ['/subscription', 'Plan and billing'],
    ['/auth', 'Sign in'],
    ['/auth/forgot', 'Forgot your password?'],
    ['/pages', 'Your pages'],
    ['/orders', 'Orders'],
    ['/account', 'Account'],
  ]) {
    const { title: shownTitle, meta, link } = await openMetadata(`${path}?utm_source=elsewhere`);
    const address = `${app().url}${path}`;
    expect([path, shownTitle, meta('og:title')]).toEqual([path, `${title} · ${SITE.name}`, `${title} · ${SITE.name}`]);
    expect([path, link('canonical'), meta('og:url')]).toEqual([path, address, address]);
    expect(meta('description')?.length).toBeGreaterThan(20);
    expect(meta('og:description')).toBe(meta('description'));
    expect(meta('robots')).toBe('noindex');
  }
});
