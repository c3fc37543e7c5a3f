import { LRUCache } from 'lru-cache';

import { accentShades, DEFAULT_ACCENT } from '#domain/accent.ts';
import { configFromStored } from '#domain/checkout-page-schema.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { priceText } from '#domain/price.ts';
import type { Context } from '#server/context.ts';
import { findImage } from '#server/db/media.ts';
import { singleFlight } from '#server/single-flight.ts';
import {
  findSocialImage,
  findVersionToDraw,
  insertSocialImage,
  type VersionToDraw,
} from '#server/db/social-images.ts';

import { plainPng } from './plain-png.ts';
import { SOCIAL_SIZE, type SocialJob } from './social-job.ts';

const HEX = /^#[0-9a-f]{6}$/i;
/** How long a version that failed to render is not tried again. */
const AGAIN_AFTER_MS = 5 * 60_000;

/** `moved`: a newer version has the image. `plain`: a single color, because rendering failed. */
export type SocialImage =
  | { kind: 'drawn' | 'plain'; bytes: Uint8Array }
  | { kind: 'moved'; versionId: string }
  | { kind: 'missing' };

/**
 * Images of published versions: each is rendered once, at the first request, and stored in the database. Throws AppError
 * `unavailable` when the render queue is full.
 */
export function openSocialImages(context: Context): (versionId: string) => Promise<SocialImage> {
  const failed = new LRUCache<string, true>({ max: 1000, ttl: AGAIN_AFTER_MS });

  const draw = async (versionId: string, version: VersionToDraw): Promise<SocialImage> => {
    const config = configFromStored(version.schema, version.config);
    if (failed.has(versionId)) return plainImageOf(config);
    const answer = await context.social.draw(await jobFrom(context, config, version.sellerName));
    if ('problem' in answer) {
      context.log.warn({ versionId }, 'a social image could not be drawn');
      failed.set(versionId, true);
      return plainImageOf(config);
    }
    const { bytes } = answer.drawn;
    const now = context.realNow();
    await context.db.transaction((tx) =>
      insertSocialImage(tx, { versionId, pageId: version.pageId, bytes, now }),
    );
    return { kind: 'drawn', bytes };
  };

  const find = async (versionId: string): Promise<SocialImage> => {
    const now = context.now();
    const kept = await findSocialImage(context.db, versionId, context.mode, now);
    if (kept) return { kind: 'drawn', bytes: kept };
    const version = await findVersionToDraw(context.db, versionId, context.mode, now);
    if (!version) return { kind: 'missing' };
    if (version.liveVersionId !== versionId) return { kind: 'moved', versionId: version.liveVersionId };
    return draw(versionId, version);
  };

  return singleFlight(find);
}

const accentOf = ({ accentColor }: CheckoutPageConfig): string =>
  HEX.test(accentColor) ? accentColor : DEFAULT_ACCENT;

const plainImageOf = (config: CheckoutPageConfig): SocialImage => ({
  kind: 'plain',
  bytes: plainPng(SOCIAL_SIZE.width, SOCIAL_SIZE.height, accentShades(accentOf(config)).fill),
});

async function jobFrom(
  { db }: Context,
  config: CheckoutPageConfig,
  sellerName: string | null,
): Promise<SocialJob> {
  const [sha256] = /[0-9a-f]{64}/.exec(config.productImage ?? '') ?? [];
  const picture = sha256 ? await findImage(db, sha256) : null;
  return {
    kind: 'social',
    name: config.productName,
    price: priceText(config),
    seller: sellerName ?? '',
    accent: accentOf(config),
    fonts: config.fonts,
    picture: picture?.bytes ?? null,
  };
}
