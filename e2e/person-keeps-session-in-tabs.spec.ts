import { expect, test, toastOf } from './journey.ts';
import {
  accountKey,
  endToken,
  expectSignedOut,
  isRefresh,
  keptSession,
  signInHere,
  signOutHere,
} from './kept-session.ts';
import { enter, newSeller, PASSWORD } from './seller.ts';

test(
  'five tabs that refresh at once stay signed in with one session',
  { tag: '@core' },
  async ({ page, shop }) => {
    await enter(page, await newSeller(shop));
    const before = await keptSession(page);
    const pages = [page, ...(await Promise.all(Array.from({ length: 4 }, () => page.context().newPage())))];
    const answers: number[] = [];
    page.context().on('response', (answer) => {
      if (isRefresh(answer.request())) answers.push(answer.status());
    });
    await endToken(page);
    await Promise.all(pages.map((tab) => tab.goto('/orders')));
    for (const tab of pages) await expect(accountKey(tab)).toBeVisible();
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.length).toBeLessThanOrEqual(5);
    expect(new Set(answers)).toEqual(new Set([200]));
    const after = await keptSession(page);
    expect(after.refresh_token).not.toBe(before.refresh_token);
    const sessionOf = ({ access_token }: { access_token: string }) =>
      (JSON.parse(atob(access_token.split('.')[1] ?? '')) as { session_id: string }).session_id;
    expect(sessionOf(after)).toBe(sessionOf(before));

    await endToken(page);
    await Promise.all(pages.map((tab) => tab.reload()));
    for (const tab of pages) await expect(accountKey(tab)).toBeVisible();
    expect(new Set(answers)).toEqual(new Set([200]));
  },
);

test(
  'signing out in one tab signs out the others, and signing in signs them in',
  { tag: '@core' },
  async ({ page, shop }) => {
    const seller = await newSeller(shop);
    await enter(page, seller);
    const [orders, builder, front] = [
      page,
      await page.context().newPage(),
      await page.context().newPage(),
    ] as const;
    await orders.goto('/orders');
    await builder.goto('/builder');
    await front.goto('/');
    await expect(accountKey(orders)).toBeVisible();
    await expect(builder.getByLabel('Product name')).toBeVisible();
    await signOutHere(orders);
    await expect(toastOf(orders, 'Signed out')).toContainText('You have been signed out successfully.');
    await expectSignedOut(builder);
    await expect(front.getByRole('link', { name: 'Get started' }).first()).toBeVisible();

    await orders.goto('/auth');
    await expect(orders.getByLabel('Email')).toBeVisible();
    await signInHere(builder, seller.email, PASSWORD);
    await expect(builder.getByLabel('Product name')).toBeVisible();
    await expect(orders).toHaveURL(/\/builder$/);
    await expect(orders.getByLabel('Product name')).toBeVisible();
    await expect(front.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
  },
);
