import { crc32, deflateSync } from 'node:zlib';

import { LRUCache } from 'lru-cache';

import { createAccentShades, DEFAULT_ACCENT } from '#domain/accent-color.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { formatPrice } from '#domain/format-price.ts';
import { singleFlight } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import { findImage } from '#server/images/queries.ts';
import { SOCIAL_SIZE, type SocialJob } from '#server/images/social-image/compose-social-image.ts';
import {
  findSocialImage,
  findVersionToRender,
  insertSocialImage,
  type VersionToRender,
} from '#server/pages/queries/social-images.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Encodes a PNG of a single color (`#rrggbb`) without a library. */
function solidPng(width: number, height: number, color: string): Buffer {
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  // One bit per pixel, an index into the palette; all are 0.
  ihdr.set([1, 3], 8);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const palette = Buffer.from(color.slice(1), 'hex');
  const chunks = [pngChunk('IHDR', ihdr), pngChunk('PLTE', palette), pngChunk('IDAT', rows), pngChunk('IEND')];
  return Buffer.concat([Buffer.from(SIGNATURE), ...chunks]);
}

function pngChunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const HEX = /^#[0-9a-f]{6}$/i;
/** How long a version that failed to render is not tried again. */
const RETRY_AFTER_MS = 5 * 60_000;

/** `moved`: a newer version has the image. `plain`: a single color, because rendering failed. */
export type SocialImage =
  | { kind: 'drawn' | 'plain'; bytes: Uint8Array }
  | { kind: 'moved'; versionId: string }
  | { kind: 'missing' };

/**
 * Images of published versions: each is rendered once, at the first request, and stored in the database. Throws AppError
 * `unavailable` when the render queue is full.
 */
export function createSocialImageLoader(context: Context): (versionId: string) => Promise<SocialImage> {
  const failed = new LRUCache<string, true>({ max: 1000, ttl: RETRY_AFTER_MS });

  const render = async (versionId: string, version: VersionToRender): Promise<SocialImage> => {
    const config = parseStoredConfig(version.schema, version.config);
    if (failed.has(versionId)) return solidImage(config);
    const answer = await context.socialImageWorkers.render(await createJob(context, config, version.sellerName));
    if ('error' in answer) {
      context.log.warn({ versionId }, 'social_image_failed');
      failed.set(versionId, true);
      return solidImage(config);
    }
    const { bytes } = answer.image;
    const now = context.realNow();
    await context.db.transaction((tx) => insertSocialImage(tx, { versionId, pageId: version.pageId, bytes, now }));
    return { kind: 'drawn', bytes };
  };

  const load = async (versionId: string): Promise<SocialImage> => {
    const now = context.now();
    const storedBytes = await findSocialImage(context.db, versionId, context.mode, now);
    if (storedBytes) return { kind: 'drawn', bytes: storedBytes };
    const version = await findVersionToRender(context.db, versionId, context.mode, now);
    if (!version) return { kind: 'missing' };
    if (version.liveVersionId !== versionId) return { kind: 'moved', versionId: version.liveVersionId };
    return render(versionId, version);
  };

  return singleFlight(load);
}

const accentColorOf = ({ accentColor }: CheckoutPageConfig): string =>
  HEX.test(accentColor) ? accentColor : DEFAULT_ACCENT;

const solidImage = (config: CheckoutPageConfig): SocialImage => ({
  kind: 'plain',
  bytes: solidPng(SOCIAL_SIZE.width, SOCIAL_SIZE.height, createAccentShades(accentColorOf(config)).fill),
});

async function createJob({ db }: Context, config: CheckoutPageConfig, sellerName: string | null): Promise<SocialJob> {
  const [sha256] = /[0-9a-f]{64}/.exec(config.productImage ?? '') ?? [];
  const productImage = sha256 ? await findImage(db, sha256) : null;
  return {
    kind: 'social',
    name: config.productName,
    price: formatPrice(config),
    seller: sellerName ?? '',
    accent: accentColorOf(config),
    fonts: config.fonts,
    picture: productImage?.bytes ?? null,
  };
}
