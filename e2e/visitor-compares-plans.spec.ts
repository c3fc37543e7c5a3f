import { AxeBuilder } from '@axe-core/playwright';

import { PLAN_KEY } from '#app/session/chosen-plan.ts';
import { PRICING_FAQ } from '#content/pricing-faq.ts';
import { PLANS } from '#domain/plans.ts';

import { expect, test } from './journey.ts';
import { enter, newSeller } from './seller.ts';

const TRIAL = 'Start 7-Day Free Trial';

test('three cards say what each plan costs, allows, adds, and what happens beyond it', async ({ page }) => {
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const card = (name: string) =>
    page.locator('.plan').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(page.locator('.plan')).toHaveCount(3);
  const expected = [
    [
      'Starter',
      '$9',
      'Up to $3,000 of sales a month',
      'Unlimited checkout pages',
      'you move to Growth and pay the difference',
    ],
    [
      'Growth',
      '$29',
      'Up to $10,000 of sales a month',
      'Everything in Starter, plus',
      'you move to Pro and pay the difference',
    ],
    ['Pro', '$99', 'No limit on sales', 'Everything in Growth, plus', 'no sale is ever stopped'],
  ] as const;
  for (const [name, price, ...words] of expected) {
    await expect(card(name).getByRole('img', { name: price, exact: true })).toBeVisible();
    for (const text of words) await expect(card(name)).toContainText(text);
    await expect(card(name)).toContainText('no sale is ever stopped');
    await expect(card(name).getByRole('link', { name: TRIAL })).toHaveCount(1);
  }
  await expect(page.getByText('Most Popular')).toHaveCount(1);
  await expect(card('Growth')).toContainText('Most Popular');
  for (const plan of PLANS)
    for (const feature of plan.features) await expect(card(plan.name)).toContainText(feature);
  await expect(card('Growth').getByRole('listitem').filter({ hasText: 'Custom domain' })).not.toContainText(
    'Coming',
  );
  await expect(page.getByText('no credit card.', { exact: false }).first()).toContainText('free for ever');
});

test('before its script is there the key leads on all the same, and keeps the plan', async ({
  guest,
  shop,
}) => {
  const plain = await guest({ javaScriptEnabled: false });
  await plain.goto('/pricing');
  await expect(plain.locator('#plan-growth').getByRole('link', { name: TRIAL }).first()).toHaveAttribute(
    'href',
    '/auth?tab=sign-up&plan=growth',
  );
  const page = await guest();
  await page.goto('/auth?tab=sign-up&plan=growth');
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  // The tab is drawn on the server, the plan is kept by the script.
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), PLAN_KEY)).toBe('growth');
  await enter(page, await newSeller(shop));
  await page.goto('/builder');
  await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('on the Growth plan');
});

test('of the questions about the bill one is open at a time', async ({ guest }) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await guest({ javaScriptEnabled });
    await page.goto('/pricing');
    const open = page.locator('details[open] > summary');
    for (const { question } of PRICING_FAQ.slice(1)) {
      await page.getByText(question, { exact: true }).click();
      await expect(open).toHaveText(question);
    }
    await page.keyboard.press('Enter');
    await expect(open).toHaveCount(0);
  }
});

test('search engines read the plans as offers, and one address', async ({ request, shop }) => {
  const answer = await request.get('/pricing?utm_source=mail');
  const html = await answer.text();
  expect(html).toContain(`<link rel="canonical" href="${shop.url}/pricing"/>`);
  expect(html).toContain('<link rel="manifest" href="/site.webmanifest"/>');
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) =>
      JSON.parse(json) as {
        '@type': string;
        offers?: { name: string; price: string; priceCurrency: string }[];
      },
  );
  expect(blocks.map((block) => block['@type'])).toEqual(['BreadcrumbList', 'SoftwareApplication', 'FAQPage']);
  expect(blocks[1]?.offers).toMatchObject(
    PLANS.map(({ name, priceUsd }) => ({ name, price: `${priceUsd}.00`, priceCurrency: 'USD' })),
  );
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [320, 390, 1440])
    test(`the plans can be read by everyone, ${width} px wide, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/pricing');
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
        ),
      ).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/pricing-${width}-${colorScheme}.png`,
          fullPage: true,
        });
    });
