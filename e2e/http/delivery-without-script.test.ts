import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { entitlements } from '#server/db/schema-delivery.ts';
import { emailOptOuts } from '#server/db/schema-orders.ts';

import { CheckoutVisitor, getLink } from '../support/checkout-visitor.ts';
import { createDeliveringPage, toSha256, uploadFile, type DeliveringPage } from '../support/deliverables.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { findEmail, findPurchasesLink, listEmails } from '../support/sandbox-email.ts';
import { getText, Visitor, type Page } from '../support/visitor.ts';

const app = createSharedApp();
const FILE_NAME = 'Throwing guide.txt';

const getBodyText = (page: Page): string => page.document.body.textContent ?? '';

/** Downloads what a link on a page leads to, as a browser without script does. */
async function download(visitor: Visitor, page: Page) {
  const response = await visitor.request(getLink(page, 'Download'));
  const sha256 = toSha256(new Uint8Array(await response.arrayBuffer()));
  return { status: response.status, disposition: response.headers.get('content-disposition'), sha256 };
}

const expectFile = ({ bytes }: DeliveringPage) => ({
  status: 200,
  disposition: expect.stringMatching(/^attachment; .*Throwing%20guide\.txt/) as string,
  sha256: toSha256(bytes),
});

/** The path of the link in the buyer's newest email. */
async function findAccessLink(email: string): Promise<string> {
  const [newest] = await listEmails(app(), email);
  const [link] = /http:\/\/localhost:\d+\/g\/[\w-]{43}/.exec(JSON.stringify(newest)) ?? [];
  if (!link) throw new Error('No email has a link');
  return link;
}

test('the browser that paid downloads the file, and another one learns only where the email went', async () => {
  const page = await createDeliveringPage(app(), FILE_NAME);
  const buyer = new CheckoutVisitor(app());
  const success = await buyer.payByCard(await buyer.openAndPay(page.url));
  expect(getText(success, 'h1')).toBe('Payment Successful!');
  expect(getText(success, '.co-delivery h2')).toBe('Your files');
  expect(await download(buyer, success)).toEqual(expectFile(page));

  const stranger = new Visitor(app().url);
  const seen = await stranger.open(success.url);
  expect(getText(seen, '.co-delivery')).toMatch(/^We emailed the link to your files to b•••@example\.com\./);
  for (const secret of [FILE_NAME, 'Throwing guide', buyer.email, page.deliverableId])
    expect(seen.html).not.toContain(secret);
  const refused = await stranger.open(getLink(success, 'Download'));
  expect([refused.status, getText(refused, 'h1')]).toEqual([404, 'Nothing here']);
});

test('anyone with the address can have the email sent again, and its link opens the file for a while', async () => {
  const page = await createDeliveringPage(app(), FILE_NAME);
  const buyer = new CheckoutVisitor(app());
  const success = await buyer.payByCard(await buyer.openAndPay(page.url));
  const stranger = new Visitor(app().url);
  const first = await findAccessLink(buyer.email);
  const sent = await stranger.submit(await stranger.open(success.url), 'form.co-delivery', {}, 'Send it again');
  expect(getText(sent, '.co-delivery [role=status]')).toBe('We’ve sent it again. It can take a few minutes to arrive.');
  await app().waitUntilIdle();
  const link = await findAccessLink(buyer.email);
  expect(link).not.toBe(first);
  const other = new Visitor(app().url);
  const opened = await other.open(link);
  expect(getText(opened, 'h1')).toBe('Linocut for Beginners');
  expect(opened.document.querySelector('script')).toBeNull();
  expect(await download(other, opened)).toEqual(expectFile(page));
});

test('a buyer finds the file among their purchases', async () => {
  const page = await createDeliveringPage(app(), FILE_NAME);
  const buyer = new CheckoutVisitor(app());
  await buyer.payByCard(await buyer.openAndPay(page.url));
  const visitor = new Visitor(app().url);
  await visitor.submit(
    await visitor.open('/purchases'),
    'form.sign-in-link-form',
    { email: buyer.email },
    'Email me a link',
  );
  const link = await visitor.open(await findPurchasesLink(app(), buyer.email));
  const purchases = await visitor.submit(link, 'form.sign-in-link-form');
  expect(getText(purchases, '.purchase-delivered h4')).toBe('What you have');
  expect(await download(visitor, purchases)).toEqual(expectFile(page));
});

test('says why access has ended, and leads back', async () => {
  const page = await createDeliveringPage(app(), FILE_NAME);
  const buyer = new CheckoutVisitor(app());
  const success = await buyer.payByCard(await buyer.openAndPay(page.url));
  const link = await findAccessLink(buyer.email);
  const file = getLink(await buyer.open(link), 'Download');
  await app()
    .context.db.update(entitlements)
    .set({ state: 'ended', reason: 'revoked' })
    .where(eq(entitlements.deliverableId, page.deliverableId));
  const ended = await buyer.open(file);
  expect([ended.status, getText(ended, 'h1')]).toEqual([410, 'You can’t open this']);
  expect(getBodyText(ended)).toContain('Your access has ended.');
  expect(getLink(ended, 'Back to what you bought').href).toBe(link);
  expect(getText(await buyer.open(success.url), 'h1')).toBe('Payment Successful!');
});

test('sends the browser that paid to the seller’s URL, and nobody else', async () => {
  const redirectUrl = 'https://course.example/welcome/{order_number}';
  const delivery = { items: [], afterPayment: 'redirect' as const, redirectUrl, signRedirect: true };
  const page = await createDeliveringPage(app(), FILE_NAME, { delivery });
  const buyer = new CheckoutVisitor(app());
  const success = await buyer.payByCard(await buyer.openAndPay(page.url));
  const getRefresh = (from: Page) =>
    from.document.querySelector('head meta[http-equiv=refresh]')?.getAttribute('content') ?? null;
  expect(getRefresh(success)).toMatch(
    /^3;url=https:\/\/course\.example\/welcome\/1\?tw_order=[0-9a-f-]{36}&tw_sig=[0-9a-f]{64}$/,
  );
  expect(getBodyText(success)).toContain('You’re being sent to course.example.');
  const stayed = await buyer.follow(success, 'Stay on this page');
  expect(getRefresh(stayed)).toBeNull();
  expect(getLink(stayed, 'Continue to course.example').hostname).toBe('course.example');
  expect(await download(buyer, stayed)).toEqual(expectFile(page));
  const seen = await new Visitor(app().url).open(success.url);
  expect(getRefresh(seen)).toBeNull();
  expect(seen.html).not.toContain('course.example');
});

test('a buyer stops emails about new versions, in their inbox or on our page, and resumes them', async () => {
  const { url, seller, pageId, deliverableId } = await createDeliveringPage(app(), FILE_NAME);
  const buyer = new CheckoutVisitor(app());
  await buyer.payByCard(await buyer.openAndPay(url));
  await uploadFile(app(), seller, { pageId, deliverableId, fileName: FILE_NAME, bytes: new TextEncoder().encode('2') });
  await seller.call('announce-file-version', { deliverableId });
  const email = await findEmail(app(), buyer.email, /new version/);
  const link = /http:\S+\/g\/emails\/[\w-]+/.exec(email)?.[0] ?? '';
  const visitor = new Visitor(app().url);
  const getHeading = async () => getText(await visitor.open(link), 'h1');
  expect(await getHeading()).toBe('Stop emails about new versions?');

  // As mail providers do it: without cookies, and from no page.
  const body = new FormData();
  body.set('List-Unsubscribe', 'One-Click');
  expect((await fetch(link, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
  expect(await getHeading()).toBe('You won’t get these emails anymore');
  const resumed = await visitor.submit(await visitor.open(link), 'form', {}, 'Turn these emails back on');
  expect([resumed.url.href, getText(resumed, 'h1')]).toEqual([link, 'Stop emails about new versions?']);
  const stopped = await visitor.submit(resumed, 'form', {}, 'Stop these emails');
  expect(getText(stopped, 'main')).toContain('b•••@example.com');

  const altered = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await fetch(altered, { method: 'POST', redirect: 'manual' })).status).toBe(303);
  expect([(await visitor.open(altered)).status, (await visitor.open(link.slice(0, -1))).status]).toEqual([404, 404]);
  const rows = await app().context.db.select().from(emailOptOuts);
  expect(rows.map(({ email: address }) => address)).toEqual([buyer.email.toLowerCase()]);
});
