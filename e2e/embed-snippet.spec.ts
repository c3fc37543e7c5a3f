import { openBuilder, openTab, republish } from './support/builder-page.ts';
import { getCheckoutFrame, waitForEmbedEvent, testWithEmbeddingSite as test } from './support/embedding-site.ts';
import { expect } from './support/fixtures.ts';
import { createPublishedPage } from './support/seller.ts';

test(
  'a seller allows a site, publishes, and embeds the page with the snippet',
  { tag: '@core' },
  async ({ page, openContextPage, app, site }) => {
    const { seller, pageId, slug } = await createPublishedPage(app);
    await openBuilder(page, seller, `/builder?page=${pageId}`);
    await page.getByRole('button', { name: 'Embed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Embed your page' });
    await expect(dialog.getByText('No website can embed this page yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add your site' }).click();

    const siteField = page.getByLabel('Website', { exact: true });
    await expect(siteField).toBeFocused();
    for (const [text, message] of [
      ['http://blog.example', 'The website must use https://.'],
      ['https://*.example.com', 'Enter each website separately'],
      ['my blog', 'Enter a website, like'],
    ] as const) {
      await siteField.fill(text);
      await siteField.press('Enter');
      await expect(page.getByText(message)).toBeVisible();
    }
    await siteField.fill(`${site.origin}/some/post`);
    await siteField.press('Enter');
    await expect(page.getByRole('list', { name: 'Websites' })).toHaveText(site.origin);
    await expect(siteField).toHaveValue('');
    await republish(page);

    await page.getByRole('group', { name: 'Page URL' }).getByRole('button', { name: 'Embed' }).click();
    await expect(dialog.getByText(`${site.origin}.`)).toBeVisible();
    const snippet = dialog.getByLabel('Snippet', { exact: true });
    await expect(snippet).toContainText(`data-page="${slug}"`);
    const visitorPage = await openContextPage();
    await visitorPage.goto(site.servePage('/pasted', await snippet.innerText()));
    await waitForEmbedEvent(visitorPage, 'opened');
    await expect(getCheckoutFrame(visitorPage).locator('button.co-pay')).toHaveText('Get the course · $40 USD');

    await dialog.getByText('Button', { exact: true }).click();
    await expect(snippet).toContainText('data-tillwright="button"');
    await visitorPage.goto(site.servePage('/button', await snippet.innerText()));
    await visitorPage.waitForFunction(() => 'Tillwright' in window);
    await visitorPage.getByRole('link', { name: 'Get the course' }).click();
    await expect(getCheckoutFrame(visitorPage).locator('button.co-pay')).toBeVisible();
    await page.keyboard.press('Escape');
    await openTab(page, 'Settings');
    await page.getByRole('button', { name: `Remove: ${site.origin}` }).click();
    await expect(page.getByRole('list', { name: 'Websites' })).toHaveCount(0);
  },
);
