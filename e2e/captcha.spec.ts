import type { Page } from '@playwright/test';

import { startAppProcess, type RunningApp } from './support/app-process.ts';
import { expectHeading } from './support/authentication.ts';
import { expect, test as baseTest } from './support/fixtures.ts';
import { uniqueEmail } from './support/seller.ts';

const SITE_KEY = 'site-key-of-a-test';

const test = baseTest.extend<object, { app: RunningApp }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its first parameter
    async ({}, use) => {
      const app = await startAppProcess({
        CAPTCHA: 'turnstile',
        CAPTCHA_SITE_KEY: SITE_KEY,
        CAPTCHA_SECRET: 'not-asked-here',
      });
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** Mock of the provider's script: a button that returns numbered tokens. */
const SCRIPT = `
  let count = 0;
  window.turnstile = {
    render(box, { sitekey, callback }) {
      const key = document.createElement('button');
      key.type = 'button';
      key.textContent = 'I am a person (' + sitekey + ')';
      key.onclick = () => callback('answer-' + ++count);
      box.append(key);
      return key;
    },
    remove: (key) => key.remove(),
  };`;

const widget = (page: Page) => page.getByRole('button', { name: `I am a person (${SITE_KEY})` });

/** Mocks the captcha provider and the auth endpoints. Returns the tokens that the endpoints receive. */
async function mockCaptcha(page: Page): Promise<string[]> {
  const tokens: string[] = [];
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
  );
  await page.route(/\/auth\/v1\/(signup|token|recover)/, async (route) => {
    const { gotrue_meta_security: security } = route.request().postDataJSON() as {
      gotrue_meta_security?: { captcha_token?: string };
    };
    tokens.push(security?.captcha_token ?? 'nothing');
    await route.fulfill({
      status: 400,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'captcha_failed', msg: 'Complete the security check and try again.' },
    });
  });
  return tokens;
}

test('the captcha appears on every sign-in screen without violating its security policy', async ({ page }) => {
  const tokens = await mockCaptcha(page);
  await page.goto('/builder');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(widget(page)).toHaveCount(1);
  await page.goto('/orders');
  await expectHeading(page, 'Sign in to your account');
  await expect(widget(page)).toBeVisible();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expectHeading(page, 'Forgot your password?');
  await page.getByLabel('Email').fill(uniqueEmail());
  await widget(page).click();
  await page.getByRole('button', { name: 'Send email' }).click();
  await expect.poll(() => tokens.length).toBe(1);
  expect(tokens[0]).toMatch(/^answer-/);
});
