/** Entry point of the image child processes: renders one image at a time, without access to the app. */
import sharp, { type Sharp } from 'sharp';

import { MAX_STORED_SIZES } from '#domain/image.ts';
import type { SocialJob } from '#server/images/social-image/compose-social-image.ts';

import type { FileJob, ImageAnswer, ImageJob } from './image-worker-pool.ts';

/** `error` instead of `warning`: libjpeg warns of markers in ordinary photos of some phones. */
const READ_OPTIONS = { limitInputPixels: 25_000_000, failOn: 'error', pages: 1 } as const;

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Svg'].map((name) => `VipsForeignLoad${name}`),
});

/** An SVG has no pixels of its own: sharp draws it at the size of the box. Its renderer loads nothing from outside. */
const openImage = ({ kind, bytes }: FileJob): Sharp =>
  sharp(bytes, kind === 'svg' ? { ...READ_OPTIONS, limitInputPixels: false } : READ_OPTIONS);

async function toWebp(job: FileJob): Promise<ImageAnswer> {
  const image = openImage(job);
  const maxSize = MAX_STORED_SIZES[job.use];
  const box = { ...maxSize, width: Math.min(maxSize.width, job.width ?? maxSize.width) };
  const { hasAlpha } = await image.metadata();
  const { data, info } = await image
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: job.kind === 'raster' })
    .webp({ quality: 82, nearLossless: job.use === 'logo' && hasAlpha })
    .toBuffer({ resolveWithObject: true });
  return { image: { bytes: data, width: info.width, height: info.height } };
}

/** Imported on demand, because its dependencies are large and few processes need them. */
const renderSocial = async (job: SocialJob) =>
  (await import('#server/images/social-image/render-social-image.ts')).renderSocialImage(job);

async function runJob(job: ImageJob): Promise<ImageAnswer> {
  try {
    if (job.kind === 'social') return { image: await renderSocial(job) };
    return await toWebp(job);
  } catch {
    return { error: 'unreadable' };
  }
}

process.on('message', (job: ImageJob) => {
  void runJob(job).then((answer) => process.send?.({ answer, rss: process.memoryUsage.rss() }));
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole process group; the parent decides when its children end.
process.on('SIGINT', () => undefined);
process.send?.('ready');
