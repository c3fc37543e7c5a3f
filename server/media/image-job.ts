import type { ImageUse } from '#domain/image.ts';
import type { SocialJob } from '#server/social/social-job.ts';

/** One uploaded file whose bytes match its kind. `width` in pixels limits the image further than its use does. */
export type FileJob = { kind: 'raster' | 'svg'; use: ImageUse; bytes: Uint8Array; width?: number };

/** A request to the child process. */
export type ImageJob = FileJob | SocialJob;

/** A WebP of an upload or a PNG for social networks, without metadata. Width and height in pixels. */
export type RenderedImage = { bytes: Uint8Array; width: number; height: number };

/** `refused`: a file of a kind that is not allowed; `unreadable`: a file that cannot be decoded, or not in time. */
export type ImageAnswer = { image: RenderedImage } | { error: 'refused' | 'unreadable' };
