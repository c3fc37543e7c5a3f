import { EMBED_SCRIPT } from '#domain/embedding.ts';

import { openBuilder, openTab, publishAgain } from './builder.ts';
import { frameOn, hears, testOnOtherSite as test } from './host-page.ts';
import { expect } from './journey.ts';
import { pageOnSale } from './seller.ts';

test(
  'a seller allows a site, publishes, and embeds the page with the snippet',
  { tag: '@core' },
  async ({ page, guest, shop, site }) => {
    const { seller, pageId, slug } = await pageOnSale(shop);
    await openBuilder(page, seller, `/builder?page=${pageId}`);
    await page.getByRole('button', { name: 'Embed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Embed your page' });
    await expect(dialog.getByText('It works on no site yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add your site' }).click();

    const typed = page.getByLabel('Site', { exact: true });
    await expect(typed).toBeFocused();
    for (const [text, words] of [
      ['http://blog.example', 'The site must be on https://.'],
      ['https://*.example.com', 'Name each site by itself'],
      ['my blog', 'Type the address of a site'],
    ] as const) {
      await typed.fill(text);
      await typed.press('Enter');
      await expect(page.getByText(words)).toBeVisible();
    }
    await typed.fill(`${site.origin}/some/post`);
    await typed.press('Enter');
    await expect(page.getByRole('list', { name: 'Sites' })).toHaveText(site.origin);
    await expect(typed).toHaveValue('');
    await publishAgain(page);

    await page.getByRole('group', { name: 'Live address' }).getByRole('button', { name: 'Embed' }).click();
    await expect(dialog.getByText(`${site.origin}.`)).toBeVisible();
    const snippet = dialog.getByLabel('Snippet', { exact: true });
    await expect(snippet).toContainText(`data-page="${slug}"`);
    await expect(snippet).toContainText(EMBED_SCRIPT.integrity);
    const visitor = await guest();
    await visitor.goto(site.put('/pasted', await snippet.innerText()));
    await hears(visitor, 'loaded');
    await expect(frameOn(visitor).locator('button.co-pay')).toHaveText('Get the course · $40 USD');

    await dialog.getByText('Button', { exact: true }).click();
    await expect(snippet).toContainText('data-tillwright="button"');
    await visitor.goto(site.put('/button', await snippet.innerText()));
    await visitor.waitForFunction(() => 'Tillwright' in window);
    await visitor.getByRole('link', { name: 'Get the course' }).click();
    await expect(frameOn(visitor).locator('button.co-pay')).toBeVisible();
    await page.keyboard.press('Escape');
    await openTab(page, 'Settings');
    await page.getByRole('button', { name: `Remove: ${site.origin}` }).click();
    await expect(page.getByRole('list', { name: 'Sites' })).toHaveCount(0);
  },
);
