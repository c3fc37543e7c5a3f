/** Builds the image files that tests upload, with sharp and by hand. Used by tests only. */
import { crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';

export const dataUrlOf = (type: string, bytes: Uint8Array | string): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

/** An image of one color, half transparent with a fourth channel. */
export const solidImage = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 168, g: 85, b: 247, alpha: 0.5 } } });

export const jpegOf = (width: number, height: number) => solidImage(width, height).jpeg().toBuffer();
export const pngOf = (width: number, height: number) => solidImage(width, height, 4).png().toBuffer();

/** Takes long enough to render that a test can interrupt it. */
export const slowPng = () => solidImage(4900, 4900, 4).png({ progressive: true }).toBuffer();

const pngChunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, checksum]);
};

/** A valid PNG of exactly this many bytes, padded with a private chunk before its end. */
export async function pngOfBytes(size: number): Promise<Buffer> {
  const png = await pngOf(40, 30);
  const end = png.length - 12;
  const padding = pngChunk('prVt', Buffer.alloc(size - png.length - 12));
  return Buffer.concat([png.subarray(0, end), padding, png.subarray(end)]);
}

/** A black one-bit PNG: 12,000 by 12,000 pixels take 20 kB. */
export function decompressionBomb(side: number, rows = side): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(side, 0);
  ihdr.writeUInt32BE(side, 4);
  ihdr[8] = 1;
  const data = deflateSync(Buffer.alloc(rows * (Math.ceil(side / 8) + 1)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, pngChunk('IHDR', ihdr), pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]);
}

/** An animated GIF of two frames: red, then blue. */
export function twoFrameGif(): Promise<Buffer> {
  const pixels = Buffer.alloc(20 * 20 * 3);
  for (let offset = 0; offset < pixels.length; offset += 3)
    pixels[offset < pixels.length / 2 ? offset : offset + 2] = 255;
  return sharp(pixels, { raw: { width: 20, height: 20, channels: 3, pageHeight: 10 } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

/** A JPEG as some phones write it: libjpeg warns of the scan parameters and continues. */
export async function jpegWithOddScan(): Promise<Buffer> {
  const jpeg = Buffer.from(await jpegOf(50, 40));
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  jpeg[scan + jpeg.readUInt16BE(scan + 2)] = 0;
  return jpeg;
}

/** A photo rotated by EXIF that contains the location where it was taken. */
export const photoWithLocation = () =>
  solidImage(60, 40)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Someone' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

export const TRAILER = '<html><script>alert(1)</script></html>';
export const polyglotPng = async () => Buffer.concat([await pngOf(30, 30), Buffer.from(TRAILER)]);

export async function polyglotJpeg(): Promise<Buffer> {
  const jpeg = await jpegOf(30, 30);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, TRAILER.length + 2]), Buffer.from(TRAILER)]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

/** Uncompressed, eight pixels; no decoder of the app accepts it. */
export const BMP = Buffer.from('BM\u0046\0\0\0\0\0\0\0\u0036\0\0\0\u0028\0\0\0\u0002\0\0\0\u0002\0\0\0', 'latin1');
