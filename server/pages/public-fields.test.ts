import { expect, test } from 'vitest';

import { addedKeys, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { insertPost } from '#server/db/blog-posts.ts';
import { openShop } from '#server/testing.ts';

import { publicShop } from './public-shop.ts';

const keysOf = (value: object | null | undefined): string[] => Object.keys(value ?? {}).toSorted();

const PAGE =
  'acceptingPayments amount availability config countdownOver domainUrl imageSizes left onSale paused sellerName slug version versionId';
const CONFIG =
  'accentColor availability billingFrequency buttonText countdown currency customFields description enableCoupon features fonts layout logo logoPosition payWhatYouWant paymentType price priceOptions privacyUrl productImage productName requireTerms termsUrl testimonials timeZone';
const COUPON = 'code currency discount original originalText plans savedText total totalText';

test('exposes exactly these fields of a page, a coupon and a checkout request', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const coupon = (code: string) => ({ code, discount: 25, type: 'percentage' as const });
  const config: Partial<CheckoutPageConfig> = {
    enableCoupon: true,
    validCoupons: [coupon('QUARTER'), coupon('FRIENDS')],
    successMessage: 'The kiln opens at nine.',
    embedding: { origins: ['https://blog.example'] },
    availability: { ...addedKeys().availability, stock: 471147 },
  };
  const { pageId } = await seller.publish(config, 'taller');
  const { stripe_account_id: account } = (await seller.call('get-connection', {})).body;
  const buyers = publicShop(shop.context);
  const found = await buyers.findPage('taller');
  const page = found.kind === 'page' ? found.page : null;
  expect(keysOf(page)).toEqual(PAGE.split(' '));
  expect(keysOf(page?.config)).toEqual(CONFIG.split(' '));
  const applied = (await shop.call('apply-coupon', { slug: 'taller', code: 'QUARTER' })).body;
  expect(await buyers.applyCoupon('taller', 'QUARTER', 'unknown')).toEqual(applied);
  expect(keysOf(applied)).toEqual(COUPON.split(' '));
  const { body: paying } = await shop.call('create-checkout-session', { slug: 'taller' });
  expect(keysOf(paying)).toEqual(['url']);
  const pressed = await buyers.pay({ slug: 'taller' }, 'unknown');
  expect(keysOf(pressed)).toEqual(['attemptId', 'slug', 'url']);
  const told = JSON.stringify([page, applied, paying, pressed]);
  for (const secret of ['FRIENDS', 'kiln', 'blog.example', '471147', pageId, seller.email, account])
    expect(told).not.toContain(secret);
});

test('exposes exactly these fields of a blog post, in a list and alone', async () => {
  const shop = await openShop();
  const now = shop.context.realNow();
  const state = { status: 'published', publishedAt: now, fileSays: 'published' } as const;
  for (const title of ['one', 'two'])
    await insertPost(shop.context.db, title, { title, metaDescription: '', content: '', ...state }, now);
  const { listPosts, findPost, listRelatedPosts } = publicShop(shop.context);
  const summary = ['metaDescription', 'publishedAt', 'slug', 'title'];
  const listed = await listPosts();
  expect(listed).toHaveLength(2);
  for (const post of listed) expect(keysOf(post)).toEqual(['id', ...summary].toSorted());
  for (const post of await listRelatedPosts('one')) expect(keysOf(post)).toEqual(summary);
  expect(keysOf(await findPost('one'))).toEqual(['content', 'id', ...summary, 'updatedAt'].toSorted());
});

test('finds every listed post, whatever its slug', async () => {
  const shop = await openShop();
  const now = shop.context.realNow();
  const slugs = ['My_Post', 'Über uns', 'a/b', '100%'];
  for (const slug of slugs)
    await insertPost(
      shop.context.db,
      slug,
      {
        title: slug,
        metaDescription: '',
        content: '',
        status: 'published',
        publishedAt: now,
        fileSays: 'published',
      },
      now,
    );
  const { listPosts, findPost } = publicShop(shop.context);
  expect((await listPosts()).map(({ slug }) => slug).toSorted()).toEqual(slugs.toSorted());
  for (const slug of slugs) expect((await findPost(slug))?.title).toBe(slug);
  for (const slug of ['My_Post\n', 'x'.repeat(301)]) expect(await findPost(slug)).toBeNull();
});
