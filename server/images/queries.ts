import { and, eq, getTableColumns, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import type { ImageSize, ImageWidth } from '#domain/image.ts';

import type { Db } from '../db/client.ts';
import { drafts, media, mediaVariants, pages, pageVersions, sellerMedia } from '../db/schema-pages.ts';
import type { StoredImage } from './process-image.ts';

/** Stores an image for a seller; has the same effect whether or not the bytes existed. */
export async function insertSellerImage(db: Db, sellerId: string, image: StoredImage, now: Date): Promise<void> {
  await db
    .insert(media)
    .values({ ...image, createdAt: now })
    .onConflictDoNothing();
  await db.insert(sellerMedia).values({ sellerId, sha256: image.sha256, createdAt: now }).onConflictDoNothing();
}

export async function sumSellerBytes(db: Db, sellerId: string, condition?: SQL): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(length(${media.bytes})), 0)` })
    .from(sellerMedia)
    .innerJoin(media, eq(media.sha256, sellerMedia.sha256))
    .where(and(eq(sellerMedia.sellerId, sellerId), condition));
  return Number(row?.bytes ?? 0);
}

/** SQL for a JSON array of the paths of all images in a stored config. */
export const imagePathsIn = (config: SQL | AnyPgColumn): SQL =>
  sql`jsonb_build_array(${config}->'logo', ${config}->'productImage')
    || jsonb_path_query_array(${config}, '$.bumps.items[*].image')`;

/**
 * The total without images that only deleted pages show. Those stay stored for orders and for undo, and count again when a
 * page uses them.
 */
export function sumSellerBytesInUse(db: Db, sellerId: string): Promise<number> {
  const imagePathsOfPages = (condition: SQL) => sql`
    select jsonb_array_elements_text(${imagePathsIn(sql`config`)}) as path from (
      select config, page_id from ${drafts} union all select config, page_id from ${pageVersions}
    ) as configs join ${pages} on ${pages.id} = page_id where ${pages.sellerId} = ${sellerId} and ${condition}`;
  const mediaPath = sql`'/media/' || ${media.sha256} || '.' || ${media.extension}`;
  return sumSellerBytes(
    db,
    sellerId,
    sql`(${mediaPath} in (select path from (${imagePathsOfPages(isNull(pages.deletedAt))}) as living where path is not null)
      or ${mediaPath} not in (select path from (${imagePathsOfPages(isNotNull(pages.deletedAt))}) as gone where path is not null))`,
  );
}

/** Whether the seller owns this image: a page may show its own seller's images only. */
export async function hasSellerImage(db: Db, sellerId: string, sha256: string): Promise<boolean> {
  const rows = await db
    .select({ sha256: sellerMedia.sha256 })
    .from(sellerMedia)
    .where(and(eq(sellerMedia.sellerId, sellerId), eq(sellerMedia.sha256, sha256)));
  return rows.length > 0;
}

export async function findImage(db: Db, sha256: string): Promise<StoredImage | null> {
  const { createdAt: _, ...columns } = getTableColumns(media);
  const [row] = await db.select(columns).from(media).where(eq(media.sha256, sha256));
  return row ?? null;
}

/** SQL for the pixel sizes of the images in a stored config, for use in the query that reads the config. */
export function imageSizesIn(config: AnyPgColumn): SQL<Record<'logo' | 'productImage', ImageSize | null>> {
  const size = (mediaPath: SQL) => sql`(select jsonb_build_object('width', ${media.width}, 'height', ${media.height})
    from ${media} where ${media.sha256} = substr(${mediaPath}, ${sql.raw(String('/media/'.length + 1))}, 64))`;
  return sql`jsonb_build_object('logo', ${size(sql`${config}->>'logo'`)}, 'productImage', ${size(sql`${config}->>'productImage'`)})`;
}

export async function findVariant(db: Db, sha256: string, width: ImageWidth): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ bytes: mediaVariants.bytes })
    .from(mediaVariants)
    .where(and(eq(mediaVariants.sha256, sha256), eq(mediaVariants.width, width)));
  return row?.bytes ?? null;
}

export async function insertVariant(
  db: Db,
  variant: { sha256: string; width: ImageWidth; bytes: Uint8Array; now: Date },
): Promise<void> {
  const { now, ...columns } = variant;
  await db
    .insert(mediaVariants)
    .values({ ...columns, createdAt: now })
    .onConflictDoNothing();
}
