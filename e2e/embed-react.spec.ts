import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { build } from 'vite';

import { createEmbeddablePage, getCheckoutFrame, testWithEmbeddingSite as test } from './support/embedding-site.ts';
import { expect } from './support/fixtures.ts';

const PACKAGE = path.join(import.meta.dirname, '../packages/embed/react.js');

/** Bundles an app of a site owner. */
async function bundleApp(entry: string, code: string): Promise<string> {
  await writeFile(entry, code);
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    // The entry is outside of the project.
    resolve: { dedupe: ['react', 'react-dom'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'app' } },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  if (!bundle || !('output' in bundle)) throw new Error('The app was not bundled');
  return bundle.output[0].code;
}

test('the React components show the checkout inline and as a popup', async ({ page, app, site }, testInfo) => {
  const { slug } = await createEmbeddablePage(app, site);
  const code = await bundleApp(
    testInfo.outputPath('app.js'),
    `
    import { createElement as h, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { TillwrightCheckout, TillwrightLink } from ${JSON.stringify(PACKAGE)};
    const common = { appUrl: '${app.url}', page: '${slug}' };
    const record = (name) => () => document.title += ' ' + name;
    const popup = h(TillwrightLink, { ...common, className: 'buy', onClosed: record('closed') }, 'Buy now');
    const inline = h(TillwrightCheckout, { ...common, query: { email: 'ana@example.com' }, onOpened: record('opened') });
    createRoot(document.querySelector('#root')).render(h(StrictMode, null, popup, inline));
  `,
  );
  const script = code.replaceAll('</script', '<\\/script');
  await page.goto(site.servePage('/react', `<div id="root"></div><script>${script}</script>`));
  await expect(getCheckoutFrame(page).getByLabel('Email')).toHaveValue('ana@example.com');
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(page).toHaveTitle(/ opened/);
  await page.getByRole('link', { name: 'Buy now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Checkout' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveTitle(/ closed/);
});
