import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import sharp from 'sharp';

import type { Face } from '#domain/fonts.ts';
import type { DrawnImage } from '#server/media/image-job.ts';

import { drawableText, withoutEmoji } from './drawable-text.ts';
import { fitText, lettersOf, type FittedText, type Room, type Widths } from './fit-text.ts';
import {
  box,
  lettering,
  PICTURE_BOX,
  roomsOf,
  socialComposition,
  type Fitted,
  type Line,
  type Part,
} from './social-composition.ts';
import { textFonts } from './social-fonts.ts';
import { SOCIAL_SIZE, type SocialJob } from './social-job.ts';

const MEASURED_SIZE = 100;
const ELLIPSIS = '…';
/** Some networks skip heavier images, so larger photos get a palette; on drawings a palette would be visible. */
const HEAVY = 300 * 1024;

/** Renders a PNG with a page's name, price, seller and product image. */
export async function drawSocialImage(job: SocialJob): Promise<DrawnImage> {
  const picture = await coverOf(job.picture);
  const { lines, fonts } = await linesOf(job);
  const rooms = roomsOf(picture !== null);
  const fit = async (part: Part) => ({ ...lines[part], ...(await fitted(lines[part], fonts, rooms[part])) });
  const parts: Fitted = { seller: await fit('seller'), name: await fit('name'), price: await fit('price') };
  const svg = await satori(socialComposition(parts, job.accent, picture !== null), { ...SOCIAL_SIZE, fonts });
  const { pixels, width, height } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const image = sharp(pixels, { raw: { width, height, channels: 4 } })
    .composite(picture ? [{ input: picture, left: PICTURE_BOX.left, top: PICTURE_BOX.top }] : [])
    .removeAlpha();
  const exact = await image.clone().png().toBuffer();
  const bytes =
    exact.length > HEAVY ? await image.png({ palette: true, quality: 95, effort: 3 }).toBuffer() : exact;
  return { bytes, ...SOCIAL_SIZE };
}

/** Scales the product image to its box; null without an image or if it is unreadable. */
async function coverOf(picture: Uint8Array | null): Promise<Buffer | null> {
  if (!picture) return null;
  const { width, height } = PICTURE_BOX;
  return sharp(picture)
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: '#f5f6f7' })
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch(() => null);
}

/** The drawable texts. A page whose name cannot be drawn shows its price in place of the name. */
async function linesOf(job: SocialJob): Promise<{ lines: Record<Part, Line>; fonts: Font[] }> {
  const fonts: Font[] = [];
  const line = async (part: Part, face: Face): Promise<Line> => {
    const found = await textFonts(part, face, `${withoutEmoji(job[part])} ${ELLIPSIS}`);
    fonts.push(...found.fonts);
    return { text: drawableText(job[part], found.letters), families: found.families };
  };
  const seller = await line('seller', job.fonts.body);
  const name = await line('name', job.fonts.heading);
  const price = await line('price', job.fonts.heading);
  const lines = name.text ? { seller, name, price } : { seller, name: price, price: { ...price, text: '' } };
  return { lines, fonts };
}

async function fitted(line: Line, fonts: Font[], room: Room): Promise<FittedText> {
  const words = line.text.split(' ');
  return fitText(
    line.text,
    await widthsOf([...words, ...lettersOf(line.text), ' ', ELLIPSIS], line, fonts),
    room,
  );
}

/** Measures the texts by laying out each of them once. */
async function widthsOf(texts: string[], line: Line, fonts: Font[]): Promise<Widths> {
  const listed = [...new Set(texts)];
  const widths = new Map<string, number>();
  const style = lettering(line, MEASURED_SIZE);
  const measured = listed.map((text, index) => ({ ...box(style, text), key: String(index) }));
  await satori(box({ flexDirection: 'column', alignItems: 'flex-start' }, ...measured), {
    width: 100_000,
    fonts,
    onNodeDetected: ({ key, width }) => {
      const text = key === null ? undefined : listed[Number(key)];
      if (text !== undefined) widths.set(text, width / MEASURED_SIZE);
    },
  });
  return (text) => widths.get(text) ?? 0;
}
