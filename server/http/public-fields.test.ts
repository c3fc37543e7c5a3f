import { expect, test } from 'vitest';

import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { insertPost } from '#server/site/queries.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { createPublicServices } from '../routes/public-services.ts';

const keysOf = (value: object | null | undefined): string[] => Object.keys(value ?? {}).toSorted();

const PAGE_FIELDS =
  'acceptingPayments amount availability bundleItems config countdownOver domainUrl fontFiles imageSizes onSale paused paymentMethods sellerName slug stockLeft version versionId';
const CONFIG_FIELDS =
  'accentColor availability billingFrequency bumps bundle buttonText countdown currency customFields description enableCoupon features fonts language layout logo logoPosition payWhatYouWant paymentTerms paymentType price priceOptions privacyUrl productImage productName quantity requireTerms termsUrl testimonials timeZone';
const COUPON_FIELDS = 'code coupon currency discount original originalText plans savedText total totalText';

test('exposes exactly these fields of a page, a coupon and a checkout request', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const coupon = (code: string) => ({ code, discount: 25, type: 'percentage' as const });
  const config: Partial<CheckoutPageConfig> = {
    enableCoupon: true,
    validCoupons: [coupon('QUARTER'), coupon('FRIENDS')],
    successMessage: 'The kiln opens at nine.',
    embedding: { origins: ['https://blog.example'] },
    availability: { ...createAddedFields().availability, stock: 471147 },
  };
  const { pageId } = await seller.publishPage(config, 'taller');
  const { stripe_account_id: account } = (await seller.rpc('get-connection', {})).body;
  const buyers = createPublicServices(app.context);
  const pageResult = await buyers.findPage('taller');
  const page = pageResult.kind === 'page' ? pageResult.page : null;
  expect(keysOf(page)).toEqual(PAGE_FIELDS.split(' '));
  expect(keysOf(page?.config)).toEqual(CONFIG_FIELDS.split(' '));
  const applied = (await app.rpc('apply-coupon', { slug: 'taller', code: 'QUARTER' })).body;
  expect(await buyers.applyCoupon('taller', 'QUARTER', 'unknown')).toEqual(applied);
  expect(keysOf(applied)).toEqual(COUPON_FIELDS.split(' '));
  const { body: checkout } = await app.rpc('create-checkout-session', { slug: 'taller' });
  expect(keysOf(checkout)).toEqual(['url']);
  const payResult = await buyers.startCheckout({ slug: 'taller' }, 'unknown');
  expect(keysOf(payResult)).toEqual(['attemptId', 'setCookie', 'slug', 'url']);
  const exposed = JSON.stringify([page, applied, checkout, payResult]);
  for (const secret of ['FRIENDS', 'kiln', 'blog.example', '471147', pageId, seller.email, account])
    expect(exposed).not.toContain(secret);
});

test('exposes exactly these fields of a blog post, in a list and alone', async () => {
  const app = await createTestApp();
  const now = app.context.realNow();
  const state = { status: 'published', publishedAt: now, fileState: 'published' } as const;
  for (const title of ['one', 'two'])
    await insertPost(app.context.db, title, { title, metaDescription: '', content: '', ...state }, now);
  const { listPosts, findPost, listRelatedPosts } = createPublicServices(app.context);
  const summary = ['metaDescription', 'publishedAt', 'slug', 'title'];
  const posts = await listPosts();
  expect(posts).toHaveLength(2);
  for (const post of posts) expect(keysOf(post)).toEqual(['id', ...summary].toSorted());
  for (const post of await listRelatedPosts('one')) expect(keysOf(post)).toEqual(summary);
  expect(keysOf(await findPost('one'))).toEqual(['content', 'id', ...summary, 'updatedAt'].toSorted());
});

test('finds every listed post, whatever its slug', async () => {
  const app = await createTestApp();
  const now = app.context.realNow();
  const slugs = ['My_Post', 'Über uns', 'a/b', '100%'];
  for (const slug of slugs)
    await insertPost(
      app.context.db,
      slug,
      {
        title: slug,
        metaDescription: '',
        content: '',
        status: 'published',
        publishedAt: now,
        fileState: 'published',
      },
      now,
    );
  const { listPosts, findPost } = createPublicServices(app.context);
  expect((await listPosts()).map(({ slug }) => slug).toSorted()).toEqual(slugs.toSorted());
  for (const slug of slugs) expect((await findPost(slug))?.title).toBe(slug);
  for (const slug of ['My_Post\n', 'x'.repeat(301)]) expect(await findPost(slug)).toBeNull();
});
