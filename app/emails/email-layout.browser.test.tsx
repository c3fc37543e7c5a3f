import { expect, test } from 'vitest';

import { renderEmail } from './render-email.tsx';
import { ALL_EMAILS } from './testing/email-samples.ts';
import { forceColorScheme, removeImages } from './testing/email-variants.ts';

const MIN_CONTRAST = 4.5;

/** Shows an email in a frame of this width. */
async function showEmail(html: string, width: number): Promise<Document> {
  const frame = document.createElement('iframe');
  frame.style.cssText = `width:${width}px;height:600px;border:0`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.srcdoc = removeImages(html);
  document.body.replaceChildren(frame);
  await loaded;
  if (!frame.contentDocument) throw new Error('The frame has no document');
  return frame.contentDocument;
}

type Rgb = [number, number, number];

/** Channels of a computed color; null if it is transparent. */
function parseColor(color: string): Rgb | null {
  const [r = 0, g = 0, b = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return alpha === 0 ? null : [r, g, b];
}

function getBackground(element: Element | null): Rgb {
  if (!element) return [255, 255, 255];
  const view = element.ownerDocument.defaultView;
  return parseColor(view?.getComputedStyle(element).backgroundColor ?? '') ?? getBackground(element.parentElement);
}

function getContrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [a, b]
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = color
        .map((channel) => channel / 255)
        .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .toSorted((first, second) => first - second);
  return (light + 0.05) / (dark + 0.05);
}

/** The visible texts of a document that are hard to read, with their contrast. */
function listPaleTexts(email: Document): string[] {
  const pale: string[] = [];
  for (const element of email.body.querySelectorAll('*')) {
    const text = [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent)
      .join('')
      .trim();
    const style = email.defaultView?.getComputedStyle(element);
    const color = parseColor(style?.color ?? '');
    // The preheader is hidden, and spacers contain a non-breaking space in size 0.
    if (!text || !color || !element.checkVisibility() || style?.fontSize === '0px') continue;
    const contrast = getContrast(color, getBackground(element));
    if (contrast < MIN_CONTRAST) pale.push(`${contrast.toFixed(2)}: ${text}`);
  }
  return pale;
}

const SAMPLES = ALL_EMAILS.map((mail) => ({ kind: mail.kind, html: renderEmail(mail, 'https://till.example').html }));

test.for(SAMPLES)('fits widths from 320 to 600 pixels, and is no wider: $kind', async ({ html }) => {
  for (const width of [320, 600]) {
    const { documentElement } = await showEmail(html, width);
    expect(documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
  const email = await showEmail(html, 1000);
  const heading = email.querySelector('h1')?.closest('table');
  expect(heading?.getBoundingClientRect().width).toBeLessThanOrEqual(600);
});

test.for(SAMPLES)('is readable in both color schemes: $kind', async ({ html }) => {
  for (const scheme of ['light', 'dark'] as const)
    expect([scheme, listPaleTexts(await showEmail(forceColorScheme(html, scheme), 600))]).toEqual([scheme, []]);
});

test('shows the name of a value above it on a phone, so that an address is not broken', async () => {
  const sale = SAMPLES.find(({ kind }) => kind === 'sale_notice');
  const email = await showEmail(sale?.html ?? '', 320);
  const [name, value] = [email.querySelector('.fact'), email.querySelector('.value')].map((cell) =>
    cell?.getBoundingClientRect(),
  );
  expect(value?.top).toBeGreaterThanOrEqual(name?.bottom ?? Infinity);
  expect(value?.height).toBeLessThan(45);
});
