import { openBuilder } from './builder.ts';
import { test } from './journey.ts';
import { newSeller } from './seller.ts';

for (const how of ['Enter', 'Space', 'click'] as const)
  test(`debug ${how}`, async ({ page, shop }) => {
    await openBuilder(page, await newSeller(shop));
    const b = page.getByRole('button', { name: 'choose a file' }).first();
    await b.focus();
    await page.evaluate(() => {
      document.addEventListener('keydown', (e) => console.log('keydown', e.key, e.defaultPrevented, document.activeElement?.outerHTML.slice(0, 80)));
      document.addEventListener('click', (e) => console.log('click', (e.target as Element).outerHTML.slice(0, 120)), true);
    });
    page.on('console', (m) => console.log(how, m.text()));
    const asked = page.waitForEvent('filechooser', { timeout: 3000 }).then(() => 'CHOSEN', () => 'NONE');
    if (how === 'click') await b.click();
    else await page.keyboard.press(how);
    console.log(how, await asked);
  });
