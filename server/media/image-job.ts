import type { ImageUse } from '#domain/image.ts';

/**
 * What the child process is asked: one file, its bytes already known to be of this kind. `width` in pixels: how wide
 * the drawing may be at most, where that is less than its use allows.
 */
export type ImageJob = { kind: 'raster' | 'svg'; use: ImageUse; bytes: Uint8Array; width?: number };

/** A WebP without metadata. Width and height in pixels. */
export type DrawnImage = { bytes: Uint8Array; width: number; height: number };

/** `refused`: a file that we do not take; `unreadable`: one that nobody can read, or not in time. */
export type ImageAnswer = { drawn: DrawnImage } | { problem: 'refused' | 'unreadable' };
