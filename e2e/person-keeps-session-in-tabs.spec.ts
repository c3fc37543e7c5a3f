import { expect, test, toastOf } from './journey.ts';
import {
  accountKey,
  changeKept,
  endToken,
  expectSignedOut,
  isRefresh,
  keptSession,
  keptText,
  signInHere,
  signOutHere,
} from './kept-session.ts';
import { appCode, heading, sellerWithApp, typeCredentials } from './person.ts';
import { enter, newSeller, PASSWORD } from './seller.ts';

test('five tabs that wake at once stay signed in with one session', async ({ page, shop }) => {
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
});

test('signing out in one tab signs out the others, and signing in again is followed', async ({
  page,
  shop,
}) => {
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
});

test('a storage that is emptied, or spoilt by hand, ends the session of every open tab calmly', async ({
  page,
  shop,
}) => {
  const other = await page.context().newPage();
  for (const spoil of ['clear', 'garbage'] as const) {
    await enter(page, await newSeller(shop));
    await page.goto('/orders');
    await expect(accountKey(page)).toBeVisible();
    await other.goto('/healthz');
    await other.evaluate((how) => {
      if (how === 'clear') localStorage.clear();
      else localStorage.setItem('tillwright-session', '{"access_token":1}');
    }, spoil);
    await expect(page).toHaveURL(/\/auth(\?|$)/);
    await expect(page.getByLabel('Email')).toBeVisible();
  }
});

test('a page that comes back from the browser’s memory looks who is signed in', async ({ page, shop }) => {
  await enter(page, await newSeller(shop));
  await page.goto('/orders');
  await expect(accountKey(page)).toBeVisible();
  await page.evaluate(() => {
    localStorage.removeItem('tillwright-session');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page).toHaveURL(/\/auth(\?|$)/);
  await expectSignedOut(page);
});

test('what a crossing refresh wrote does not outlive the sign-out, but another session does', async ({
  page,
  shop,
}) => {
  const tellSignedOut = () =>
    page.evaluate(() => {
      const channel = new BroadcastChannel('tillwright-session');
      channel.postMessage({ event: 'SIGNED_OUT', session: null });
      channel.close();
    });
  await enter(page, await newSeller(shop));
  await page.goto('/orders');
  await expect(accountKey(page)).toBeVisible();
  const next = await newSeller(shop);
  const kept = { ...next.session, expires_at: Math.floor(Date.now() / 1000) + 600 };
  await changeKept(page, kept);
  await tellSignedOut();
  await expect(accountKey(page)).toHaveAccessibleName(new RegExp(next.email));
  expect(await keptText(page)).not.toBeNull();

  await tellSignedOut();
  await expect(page).toHaveURL(/\/auth(\?|$)/);
  await expectSignedOut(page);
});

test('a user whose name changes in one tab is followed in the others', async ({ page, shop }) => {
  const seller = await newSeller(shop);
  await enter(page, seller);
  await page.goto('/orders');
  await expect(accountKey(page)).toHaveAccessibleName(new RegExp(seller.email));
  const other = await page.context().newPage();
  await other.goto('/healthz');
  await other.evaluate(
    ([session, user]) => {
      const channel = new BroadcastChannel('tillwright-session');
      channel.postMessage({ event: 'USER_UPDATED', session: { ...session, user } });
      channel.close();
    },
    [await keptSession(other), { ...seller.session.user, email: 'new-address@example.com' }] as const,
  );
  await expect(accountKey(page)).toHaveAccessibleName(/new-address@example\.com/);
});

test('a second step that is shown in one tab opens the others', async ({ page, shop }) => {
  const seller = await sellerWithApp(shop);
  const other = await page.context().newPage();
  await page.goto('/orders');
  await typeCredentials(page, seller.email);
  await heading(page, 'Second step');
  await other.goto('/pages');
  await heading(other, 'Second step');
  await page.getByLabel('Code from Phone in the studio').fill(appCode(seller.secret, 1));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(other).toHaveURL(/\/pages$/);
  for (const tab of [page, other]) {
    await expect(accountKey(tab)).toBeVisible();
    await tab.reload();
    await expect(accountKey(tab)).toBeVisible();
  }
});
