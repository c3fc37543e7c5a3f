import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { publishedPage } from '#app/testing/builder-screen.ts';
import { builderHandlers, PAGE_ID } from '#app/testing/builder.ts';
import { collectDownloads } from '#app/testing/downloads.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

const GREEN = 'rgb(20, 90, 60)';

/** A wide logo in one dark green. */
function greenLogo(): string {
  const canvas = document.createElement('canvas');
  canvas.width = 300;
  canvas.height = 120;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  context.fillStyle = GREEN;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

async function middlePixelOf(image: Blob): Promise<string> {
  const bitmap = await createImageBitmap(image);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas');
  context.drawImage(bitmap, 0, 0);
  const [red, green, blue] = context.getImageData(bitmap.width >> 1, bitmap.height >> 1, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

async function openQrCode(change: Partial<CheckoutPageConfig> = {}) {
  await renderApp(`/builder?page=${PAGE_ID}`, builderHandlers(publishedPage(change)));
  const downloads = collectDownloads();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('tab', { name: 'QR code' }).click();
  return async (kind: 'SVG' | 'PNG') => {
    const count = downloads.length;
    await page.getByRole('button', { name: kind, exact: true }).click();
    await expect.poll(() => downloads.length).toBe(count + 1);
    const download = downloads[count];
    if (!download) throw new Error('No download');
    return { name: download.name, content: await download.content };
  };
}

test('the QR code of the live address is saved as SVG and as PNG', async () => {
  const save = await openQrCode();
  const svg = await save('SVG');
  expect(svg.name).toBe('linocut.svg');
  expect(await svg.content.text()).toMatch(/^<svg xmlns=.*<path fill="#000000" d="M\d+ \d+h/);
  const png = await save('PNG');
  expect(png.name).toBe('linocut.png');
  expect(png.content.type).toBe('image/png');
  const { width, height } = await createImageBitmap(png.content);
  expect(width).toBe(height);
  await expect.element(page.getByRole('switch', { name: 'Your logo in the middle' })).not.toBeInTheDocument();
});

test('a QR code is printed in a color that can be read, with the logo in it', async () => {
  const save = await openQrCode({ accentColor: '#fde047', logo: greenLogo() });
  await page.getByRole('radio', { name: 'Accent', exact: true }).click();
  await expect.element(page.getByText(/^Too light: 1\.\d to 1 against white/)).toBeVisible();
  await page.getByRole('radio', { name: 'Accent, darker' }).click();
  await expect.element(page.getByText(/^Too light/)).not.toBeInTheDocument();
  await page.getByRole('switch', { name: 'Your logo in the middle' }).click();
  const svg = await (await save('SVG')).content.text();
  expect(svg).toContain('<image href="data:image/png');
  expect(svg).not.toMatch(/fill="#(000000|fde047)"/);
  expect(await middlePixelOf((await save('PNG')).content)).toBe(GREEN);
});
