// Latency of social images: `npm run bench:social`. Publishes 50 different pages, requests the image of each
// without a session, and prints p50 and p95. Ends with 1 when p95 exceeds the limit.
import { readFile } from 'node:fs/promises';

import { FONT_FAMILIES } from '#domain/fonts.ts';

import { createConnectedSeller, publishPage, createPageConfig, type Seller } from '../../e2e/support/seller.ts';
import { startBuiltApp } from '../lib/built-app.ts';
import { getPercentile, measureMs, median, reportMetric, runAndExit } from '../lib/harness.ts';

const PAGES = 50;
const LIMIT_MS = 300;
/** The warm-up image, which starts the rendering process. */
const WARM_UP = 3;

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
  const all: number[] = [];
  for (const address of addresses) all.push(await measureMs(() => fetchImage(address)));
  const times = all.slice(WARM_UP);
  console.log(
    `Social images of ${PAGES} pages: p50 ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
  );
  reportMetric('p95, ms', getPercentile(times, 95), LIMIT_MS, 'at most');
});
