import type { ImageUse } from '#domain/image.ts';
import type { SocialJob } from '#server/social/social-job.ts';

/**
 * One uploaded file, its bytes already known to be of this kind. `width` in pixels: how wide the drawing may be at
 * most, where that is less than its use allows.
 */
export type FileJob = { kind: 'raster' | 'svg'; use: ImageUse; bytes: Uint8Array; width?: number };

/** What the child process is asked. */
export type ImageJob = FileJob | SocialJob;

/** A WebP of a file, a PNG for networks, without metadata. Width and height in pixels. */
export type DrawnImage = { bytes: Uint8Array; width: number; height: number };

/** `refused`: a file that we do not take; `unreadable`: one that nobody can read, or not in time. */
export type ImageAnswer = { drawn: DrawnImage } | { problem: 'refused' | 'unreadable' };
