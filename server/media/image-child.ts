/** Entry point of the image child processes: renders one image at a time, without access to the app. */
import sharp, { type Sharp } from 'sharp';

import type { SocialJob } from '#server/social/social-job.ts';

import type { FileJob, ImageAnswer, ImageJob } from './image-job.ts';
import { cleanSvg } from './svg-logo.ts';
import { SvgRefusal } from './svg-tree.ts';

const PRODUCT = { width: 1600, height: 1600 };
const LOGO = { width: 600, height: 180 };

/** `error` instead of `warning`: libjpeg warns of markers in ordinary photos of some phones. */
const READING = { limitInputPixels: 25_000_000, failOn: 'error', pages: 1 } as const;

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Svg'].map((name) => `VipsForeignLoad${name}`),
});

async function webpOf(image: Sharp, job: FileJob): Promise<ImageAnswer> {
  const most = job.use === 'logo' ? LOGO : PRODUCT;
  const box = { ...most, width: Math.min(most.width, job.width ?? most.width) };
  const { hasAlpha } = await image.metadata();
  const { data, info } = await image
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, nearLossless: job.use === 'logo' && hasAlpha })
    .toBuffer({ resolveWithObject: true });
  return { drawn: { bytes: data, width: info.width, height: info.height } };
}

/** Imported on demand, because its dependencies are large and few processes need them. */
const drawSocial = async (job: SocialJob) =>
  (await import('#server/social/draw-social-image.ts')).drawSocialImage(job);

async function answerTo(job: ImageJob): Promise<ImageAnswer> {
  try {
    if (job.kind === 'social') return { drawn: await drawSocial(job) };
    const source = job.kind === 'svg' ? Buffer.from(cleanSvg(job.bytes, LOGO)) : job.bytes;
    return await webpOf(sharp(source, READING), job);
  } catch (error) {
    return { problem: error instanceof SvgRefusal ? 'refused' : 'unreadable' };
  }
}

process.on('message', (job: ImageJob) => {
  void answerTo(job).then((answer) => process.send?.({ answer, rss: process.memoryUsage.rss() }));
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the parent decides when its children end.
process.on('SIGINT', () => undefined);
process.send?.('ready');
