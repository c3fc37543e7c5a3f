import fc from 'fast-check';

import { createAccentShades } from '#domain/accent-color.ts';

import { expect, test } from './support/fixtures.ts';
import { createPublishedPage } from './support/seller.ts';

/** Elements of the page, the minimum contrast ratio of each, and the background that it is drawn on. */
const PAIRS = [
  { name: 'pay key', on: '.co-pay', least: 4.5 },
  { name: 'pay key under the pointer', on: '.co-pay', state: 'hover', least: 4.5 },
  { name: 'pay key before the terms', on: '.co-pay', state: 'waiting', least: 4.5 },
  { name: 'initials', on: '.co-who', least: 4.5 },
  { name: 'description', on: '.co-desc', ground: 'wash', least: 4.5 },
  { name: 'name in the side column', on: '.co-said b', ground: 'wash', least: 4.5 },
  { name: 'tick', on: '.co-feats svg', ground: 'wash', least: 3 },
  { name: 'stars', on: '.co-stars', ground: 'wash', least: 3 },
  { name: 'tick on white', on: '.co-feats svg', least: 4.5 },
] as const;

const accents = fc.sample(
  fc.noBias(fc.nat(0xffffff)).map((value) => `#${value.toString(16).padStart(6, '0')}`),
  { numRuns: 250, seed: 7 },
);
const EDGES = ['#000000', '#ffffff', '#ffd400', '#a855f7', '#777777', '#00ff00', '#ff0000', '#0000ff', '#fefefe'];

test('every accent color has enough contrast on every element that uses it', async ({ page, app }) => {
  const { url } = await createPublishedPage(app, {
    layout: 'minimal',
    testimonials: { enabled: true, items: [{ name: 'Ana Ito', role: 'Reader', rating: 4, text: 'Good.' }] },
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(url);
  await expect(page.locator('button.co-pay')).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('I accept the').check();
  await page.locator('button.co-pay').hover();
  const shades = [...EDGES, ...accents].map((accent) => createAccentShades(accent));
  const failures = await page.evaluate(
    ({ shades, pairs }) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const luminance = (color: string) => {
        if (!canvas) throw new Error('No canvas');
        canvas.fillStyle = '#fff';
        canvas.fillRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (byte) => {
          const channel = byte / 255;
          return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (first: string, second: string) => {
        const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
      };
      const root = document.querySelector<HTMLElement>('.co');
      const wash = document.createElement('i');
      wash.style.background = 'var(--wash)';
      root?.append(wash);
      const payButton = document.querySelector<HTMLElement>('button.co-pay');
      const stickyButton = document.querySelector<HTMLElement>('.co-bar .co-pay');
      const measureContrast = (pair: (typeof pairs)[number]) => {
        if (pair.on === '.co-pay' && pair.state === 'waiting') payButton?.setAttribute('aria-disabled', 'true');
        else payButton?.removeAttribute('aria-disabled');
        const element = pair.on !== '.co-pay' ? document.querySelector(pair.on) : pair.state ? payButton : stickyButton;
        const ground = pair.ground ? wash : element;
        if (!element || !ground) throw new Error(`${pair.on} is not drawn`);
        const { color, filter } = getComputedStyle(element);
        if (filter !== 'none') throw new Error(`${pair.on} is drawn through a filter`);
        return contrast(color, getComputedStyle(ground).backgroundColor);
      };
      return shades.flatMap(({ accent, fill, hover, outline: edge, onFill, text }) => {
        const variables = { a: accent, 'a-fill': fill, 'a-hover': hover, 'on-a': onFill, 'a-text': text };
        for (const [name, value] of Object.entries({ ...variables, 'a-edge': edge ?? 'transparent' }))
          root?.style.setProperty(`--${name}`, value);
        return pairs
          .map((pair) => ({ pair, ratio: measureContrast(pair) }))
          .filter(({ pair, ratio }) => ratio < pair.least)
          .map(({ pair, ratio }) => `${pair.name} of ${accent}: ${ratio.toFixed(2)}`);
      });
    },
    { shades, pairs: PAIRS.map((pair) => ({ state: '', ground: '', ...pair })) },
  );
  expect(failures).toEqual([]);
});
