import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import sharp from 'sharp';

import type { FontFamily } from '#domain/fonts.ts';
import { cleanLine } from '#domain/text.ts';
import type { RenderedImage } from '#server/images/image-worker-pool.ts';

import {
  box,
  textStyle,
  IMAGE_BOX,
  textBoxes,
  composeSocialImage,
  type FittedTexts,
  type TextLine,
  type TextSlot,
  SOCIAL_SIZE,
  type SocialJob,
} from './compose-social-image.ts';
import { fitText, graphemesOf, type FittedText, type TextBox, type MeasureWidth } from './fit-text.ts';
import { loadTextFonts } from './social-fonts.ts';

/** Emoji and invisible formatting characters, which our fonts do not contain. */
const UNDRAWABLE = /\p{RGI_Emoji}|\p{Default_Ignorable_Code_Point}/gv;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Separators that remain at the ends when the words beside them cannot be drawn. */
const SEPARATORS_AT_ENDS = /^[\s·•|:;,/–—-]+|[\s·•|:;,/–—-]+$/g;
const MAX_MISSING_RATIO = 0.2;

/** Removes all characters that are never drawn. */
export const withoutEmoji = (text: string): string =>
  cleanLine(cleanLine(text).replace(UNDRAWABLE, ' ')).replace(/\s+([.,:;!?)])/g, '$1');

/** Keeps the characters that the fonts contain; empty when too many are missing for the rest to make sense. */
export function drawableText(text: string, characters: ReadonlySet<string>): string {
  const allCharacters = Array.from(withoutEmoji(text));
  const drawable = allCharacters.filter((character) => character === ' ' || characters.has(character));
  if (drawable.length === allCharacters.length) return allCharacters.join('');
  const count = (characters: string[]) => characters.filter((character) => LETTER_OR_DIGIT.test(character)).length;
  if (count(drawable) < count(allCharacters) * (1 - MAX_MISSING_RATIO)) return '';
  return cleanLine(drawable.join('')).replace(SEPARATORS_AT_ENDS, '');
}

const MEASURED_SIZE = 100;
const ELLIPSIS = '…';
/** Some networks skip heavier images, so larger photos get a palette; on drawings a palette would be visible. */
const MAX_UNPALETTED_BYTES = 300 * 1024;

/** Renders a PNG with a page's name, price, seller and product image. */
export async function renderSocialImage(job: SocialJob): Promise<RenderedImage> {
  const coverPicture = await coverImage(job.picture);
  const { lines, fonts } = await loadLines(job);
  const boxes = textBoxes(coverPicture !== null);
  const fitSlot = async (slot: TextSlot) => ({
    ...lines[slot],
    ...(await fitLine(lines[slot], fonts, boxes[slot])),
  });
  const fittedTexts: FittedTexts = {
    seller: await fitSlot('seller'),
    name: await fitSlot('name'),
    price: await fitSlot('price'),
  };
  const svg = await satori(composeSocialImage(fittedTexts, job.accent, coverPicture !== null), {
    ...SOCIAL_SIZE,
    fonts,
  });
  const { pixels, width, height } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const image = sharp(pixels, { raw: { width, height, channels: 4 } })
    .composite(coverPicture ? [{ input: coverPicture, left: IMAGE_BOX.left, top: IMAGE_BOX.top }] : [])
    .removeAlpha();
  const png = await image.clone().png().toBuffer();
  const bytes =
    png.length > MAX_UNPALETTED_BYTES ? await image.png({ palette: true, quality: 95, effort: 3 }).toBuffer() : png;
  return { bytes, ...SOCIAL_SIZE };
}

/** Scales the product image to its box; null without an image or if it is unreadable. */
async function coverImage(coverPicture: Uint8Array | null): Promise<Buffer | null> {
  if (!coverPicture) return null;
  const { width, height } = IMAGE_BOX;
  return sharp(coverPicture)
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: '#f5f6f7' })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => null);
}

/** The drawable texts. A page whose name cannot be drawn shows its price in place of the name. */
async function loadLines(job: SocialJob): Promise<{ lines: Record<TextSlot, TextLine>; fonts: Font[] }> {
  const fonts: Font[] = [];
  const loadLine = async (slot: TextSlot, font: FontFamily): Promise<TextLine> => {
    const textFont = await loadTextFonts(slot, font, `${withoutEmoji(job[slot])} ${ELLIPSIS}`);
    fonts.push(...textFont.fonts);
    return { text: drawableText(job[slot], textFont.characters), families: textFont.families };
  };
  const seller = await loadLine('seller', job.fonts.body);
  const name = await loadLine('name', job.fonts.heading);
  const price = await loadLine('price', job.fonts.heading);
  const lines = name.text ? { seller, name, price } : { seller, name: price, price: { ...price, text: '' } };
  return { lines, fonts };
}

async function fitLine(line: TextLine, fonts: Font[], textBox: TextBox): Promise<FittedText> {
  const wordList = line.text.split(' ');
  return fitText(
    line.text,
    await measureWidths([...wordList, ...graphemesOf(line.text), ' ', ELLIPSIS], line, fonts),
    textBox,
  );
}

/** Measures the texts by laying out each of them once. */
async function measureWidths(texts: string[], line: TextLine, fonts: Font[]): Promise<MeasureWidth> {
  const uniqueTexts = [...new Set(texts)];
  const widths = new Map<string, number>();
  const style = textStyle(line, MEASURED_SIZE);
  const measured = uniqueTexts.map((text, index) => ({ ...box(style, text), key: String(index) }));
  await satori(box({ flexDirection: 'column', alignItems: 'flex-start' }, ...measured), {
    width: 100_000,
    fonts,
    onNodeDetected: ({ key, width }) => {
      const text = key === null ? undefined : uniqueTexts[Number(key)];
      if (text !== undefined) widths.set(text, width / MEASURED_SIZE);
    },
  });
  return (text) => widths.get(text) ?? 0;
}
