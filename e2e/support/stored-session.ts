import { expect, type Page, type Request } from '@playwright/test';

const SESSION_KEY = 'tillwright-session';

type StoredSession = { access_token: string; refresh_token: string; expires_at: number; user?: object };

/** The stored session as text. */
const readStoredText = (page: Page): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);

export const readStoredSession = async (page: Page): Promise<StoredSession> =>
  JSON.parse((await readStoredText(page)) ?? 'null') as StoredSession;

/** Writes to the browser's storage directly. */
const writeStoredText = (page: Page, text: string): Promise<void> =>
  page.evaluate(([key, value]) => localStorage.setItem(key, value), [SESSION_KEY, text] as const);

const updateStoredSession = async (page: Page, change: Record<string, unknown>): Promise<void> =>
  writeStoredText(page, JSON.stringify({ ...(await readStoredSession(page)), ...change }));

/** Moves the expiry of the access token one minute into the past, by the browser's clock. */
export const expireAccessToken = (page: Page): Promise<void> =>
  updateStoredSession(page, { expires_at: Math.floor(Date.now() / 1000) - 60 });

export const isRefresh = (request: Request): boolean => request.url().includes('grant_type=refresh_token');

/** The account menu of a signed-in screen. */
export const accountButton = (page: Page) => page.getByRole('button', { name: /account menu for/ });

export async function signOut(page: Page): Promise<void> {
  await accountButton(page).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** Expects the sign-in form without an error, and no stored session. */
export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-signed', 'out');
  expect(await readStoredText(page)).toBeNull();
}

export async function submitSignInForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
