import subsetFont from 'subset-font';
import { expect, test } from 'vitest';

import { FONT_FAMILIES, FONT_PRESETS, type FontPair, type FontTexts } from '#domain/fonts.ts';
import { getFontBytes } from '#domain/page-size.ts';

import { makeFontFiles } from './make-font-files.ts';
import { createFontStylesheet, planFontFiles } from './plan-font-files.ts';

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

/** Texts of an ordinary page. */
const TEXTS: FontTexts = {
  heading: 'The Complete Ceramics Course $49.00 USD 0123456789.,-· Payment Successful!',
  bold: 'Email Coupon code Apply Get the course · $49.00 USD 0123456789., Anna Quick AQ Peter Jones PJ Processing... Invalid coupon Terms required Checkout failed Paid Your purchases',
  regular: `${ASCII}\u00a0‘’“”–—…·×−¢£¥€é`,
};

const makeFiles = async (fonts: FontPair, texts = TEXTS) => {
  const files = await planFontFiles(fonts, texts);
  return { files, contents: await makeFontFiles(files.map(({ job }) => job)) };
};

test('equal texts give equal names and equal bytes, whatever their order', async () => {
  const reversed = { ...TEXTS, bold: Array.from(TEXTS.bold).reverse().join('') };
  const [first, second] = [await makeFiles(FONT_PRESETS.classic), await makeFiles(FONT_PRESETS.classic, reversed)];
  expect(second.files).toEqual(first.files);
  expect(second.contents).toEqual(first.contents);
  const other = await planFontFiles(FONT_PRESETS.classic, { ...TEXTS, bold: 'Buy' });
  expect(other.map(({ name }, index) => name === first.files[index]?.name)).toEqual([true, true, false]);
});

test('uses one bold file when headings and body have the same font', async () => {
  const files = await planFontFiles(FONT_PRESETS.modern, { heading: 'AB', bold: 'BC', regular: 'D' });
  expect(files.map(({ weight, job }) => [weight, job.characters])).toEqual([
    [700, 'ABC'],
    [400, 'D'],
  ]);
});

test('takes letters beyond Latin-1 from a second file and leaves other scripts to the system', async () => {
  const files = await planFontFiles(FONT_PRESETS.modern, { heading: '', bold: '', regular: 'aéőЖ陶' });
  expect(files.map(({ job }) => job.characters)).toEqual(['aé', 'ő']);
  const { css } = createFontStylesheet(['/* full */'], files);
  expect(css.split('\n')[0]).toBe('/* full */');
  expect([...css.matchAll(/unicode-range:([^}]*)/g)].map(([, range]) => range)).toEqual(['U+61,U+E9', 'U+151']);
});

test('the advertised sizes of fonts are those of an ordinary page', async () => {
  const pairs = FONT_FAMILIES.flatMap((family): FontPair[] => [
    { heading: family, body: family },
    { heading: family, body: family === 'Poppins' ? 'Roboto' : 'Poppins' },
  ]);
  const planned = await Promise.all(pairs.map((fonts) => planFontFiles(fonts, TEXTS)));
  const jobs = new Map(planned.flat().map(({ name, job }) => [name, job]));
  const contents = await makeFontFiles([...jobs.values()]);
  const sizes = new Map([...jobs.keys()].map((name, index) => [name, contents[index]?.byteLength ?? 0]));
  const wrong = pairs.flatMap((fonts, index) => {
    const bytes = planned[index]?.reduce((sum, { name }) => sum + (sizes.get(name) ?? 0), 0) ?? 0;
    return Math.abs(getFontBytes(fonts) / bytes - 1) > 0.05 ? [{ fonts, bytes }] : [];
  });
  expect(wrong).toEqual([]);
}, 60_000);

test('files have no name that a license reserves, and still name the copyright', async () => {
  for (const family of ['Lora', 'Lato', 'Quicksand', 'Playfair Display'] as const) {
    const { contents } = await makeFiles({ heading: family, body: family }, { heading: '', bold: '', regular: 'abc' });
    const names = readNames(await subsetFont(Buffer.from(contents[0] ?? []), 'abc', { targetFormat: 'truetype' }));
    expect([names.get(1), names.get(3), names.get(4), names.get(6)]).toEqual(['Page', 'Page', 'Page', 'Page']);
    expect(names.get(0)).toContain('Copyright');
  }
});

/** Texts of a font's `name` table by identifier. */
function readNames(font: Buffer): Map<number, string> {
  const tags = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = tags.find((at) => font.toString('latin1', at, at + 4) === 'name') ?? 0;
  const table = font.readUInt32BE(entry + 8);
  const texts = table + font.readUInt16BE(table + 4);
  const records = Array.from({ length: font.readUInt16BE(table + 2) }, (_, index) => table + 6 + index * 12);
  return new Map(
    records.map((at) => {
      const start = texts + font.readUInt16BE(at + 10);
      const text = Buffer.from(font.subarray(start, start + font.readUInt16BE(at + 8)));
      return [font.readUInt16BE(at + 6), text.swap16().toString('utf16le')];
    }),
  );
}
