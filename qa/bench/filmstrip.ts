// A filmstrip of a first visit on slow 4G: `npm run bench -- filmstrip --out /tmp/before`. Opens a page on a simulated phone
// with a slow connection and processor, and writes a picture of the screen for each half second, and all of them side by
// side, into the folder. `--path /c/demo` selects the page, `--url https://…` another installation.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { chromium, devices, type CDPSession } from '@playwright/test';
import sharp from 'sharp';

import { findChromium } from '../../e2e/support/find-chromium.ts';
import { startBuiltApp } from '../lib/built-app.ts';
import { readOptions, runAndExit } from '../lib/harness.ts';

const options = readOptions({ out: '', path: '/c/demo', url: '', seconds: 6 });
/** Slow 4G as Lighthouse defines it, and a phone four times slower than this machine. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const CPU_SLOWDOWN = 4;
const STEP_MS = 500;
const FRAME_WIDTH = 206;

type Frame = { ms: number; image: Buffer };

/** Collects a frame whenever the screen changes. */
async function recordFrames(session: CDPSession, frames: Frame[]): Promise<void> {
  const started = performance.now();
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push({ ms: performance.now() - started, image: Buffer.from(data, 'base64') });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
}

async function film(url: string): Promise<Frame[]> {
  await using browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await (await browser.newContext(devices['Pixel 7'])).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const frames: Frame[] = [];
  await recordFrames(session, frames);
  await Promise.all([page.goto(url, { waitUntil: 'commit' }), wait(options.seconds * 1000)]);
  return frames;
}

/** The last frame before each step, all of the same size. */
async function pickFrames(frames: readonly Frame[]): Promise<Frame[]> {
  const steps = Array.from({ length: (options.seconds * 1000) / STEP_MS }, (_, index) => (index + 1) * STEP_MS);
  const picked: Frame[] = [];
  for (const ms of steps) {
    const frame = frames.findLast((one) => one.ms <= ms);
    if (frame) picked.push({ ms, image: await sharp(frame.image).resize({ width: FRAME_WIDTH }).png().toBuffer() });
  }
  return picked;
}

await runAndExit(async () => {
  if (!options.out) throw new Error('Name a folder for the pictures: --out /tmp/filmstrip');
  await using app = options.url ? null : await startBuiltApp();
  const frames = await pickFrames(await film((options.url || app?.url || '') + options.path));
  if (frames.length === 0) throw new Error('The screen did not change');
  await mkdir(options.out, { recursive: true });
  for (const { ms, image } of frames) await writeFile(path.join(options.out, `${ms}-ms.png`), image);
  const heights = await Promise.all(frames.map(async ({ image }) => (await sharp(image).metadata()).height));
  const strip = sharp({
    create: { width: frames.length * FRAME_WIDTH, height: Math.max(...heights), channels: 3, background: 'white' },
  });
  const layers = frames.map(({ image }, index) => ({ input: image, left: index * FRAME_WIDTH, top: 0 }));
  await strip.composite(layers).png().toFile(path.join(options.out, 'filmstrip.png'));
  console.log(`${options.out}/filmstrip.png: one frame per ${STEP_MS} ms, from ${frames[0]?.ms} ms`);
});
