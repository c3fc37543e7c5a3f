// Latency of social images: `npm run bench -- social`. Publishes 50 different pages, requests the image of each without a
// session, and compares the time with that of encoding an image of this size as PNG, alternately. `--pages 10`
// shortens the run.
import { readFile } from 'node:fs/promises';

import sharp from 'sharp';

import { FONT_FAMILIES } from '#domain/fonts.ts';

import { createConnectedSeller, publishPage, createPageConfig, type Seller } from '../../e2e/support/seller.ts';
import { startBuiltApp } from '../lib/built-app.ts';
import { getPercentile, measureMs, readOptions, reportRatio, runAndExit } from '../lib/harness.ts';

const { pages: PAGES } = readOptions({ pages: 50 });
const MAX_RATIO = 6;
/** The warm-up image, which starts the rendering process. */
const WARM_UP = 3;

/** A picture of the size of social images that PNG cannot compress easily. */
const NOISE = sharp({
  create: {
    width: 1200,
    height: 630,
    channels: 3,
    background: '#b4532a',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
});

const NAMES = ['Taller', 'Linocut for Beginners', 'The complete guide to keeping bees on the roofs of large cities'];
const ACCENTS = ['#b4532a', '#ffd400', '#111111', '#a855f7', '#0ea5e9'];
const PICTURES = ['course', 'e-book', 'music', 'art-print'];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

async function publishSamplePage(seller: Seller, index: number): Promise<string> {
  const picture = await readFile(new URL(`../../public/templates${at(PICTURES, index)}.webp`, import.meta.url));
  const config = createPageConfig({
    productName: `${at(NAMES, index)} ${index}`,
    accentColor: at(ACCENTS, index),
    fonts: { heading: at(FONT_FAMILIES, index), body: at(FONT_FAMILIES, index + 5) },
    productImage: index % 2 === 0 ? `data:image/webp;base64,${picture.toString('base64')}` : null,
  });
  return (await publishPage(seller, config)).url;
}

async function imageOf(pageUrl: string): Promise<string> {
  const html = await (await fetch(pageUrl)).text();
  const [, address] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  if (!address) throw new Error(`${pageUrl} names no image`);
  return address;
}

async function fetchImage(address: string): Promise<void> {
  const response = await fetch(address);
  const bytes = await response.arrayBuffer();
  if (response.status !== 200 || bytes.byteLength < 1000) throw new Error(`${address}: ${response.status}`);
}

await runAndExit(async () => {
  await using app = await startBuiltApp();
  const seller = await createConnectedSeller(app);
  const addresses: string[] = [];
  for (let index = 0; index < WARM_UP + PAGES; index++)
    addresses.push(await imageOf(await publishSamplePage(seller, index)));
  const images: number[] = [];
  const encodings: number[] = [];
  for (const address of addresses) {
    images.push(await measureMs(() => fetchImage(address)));
    encodings.push(await measureMs(() => NOISE.clone().png().toBuffer()));
  }
  const times = images.slice(WARM_UP);
  console.log(
    `${PAGES} pages: p95 ${getPercentile(times, 95).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
  );
  reportRatio('p50 of a social image / of encoding a PNG', times, encodings.slice(WARM_UP), {
    unit: 'ms',
    atMost: MAX_RATIO,
  });
});
