import { LRUCache } from 'lru-cache';

import type { FontFamily, FontTexts } from '#domain/fonts.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import type { PageResult, PublicPage, Services } from '#server/core/services.ts';
import { openTask, type Worker } from '#server/jobs/queue.ts';
import { deleteUnusedFonts, findFontFiles, storePageFonts } from '#server/pages/queries/page-fonts.ts';
import type { RenderPages } from '#server/pages/seller-documents.ts';

import { makeFontFiles } from './make-font-files.ts';
import { createFontStylesheet, planFontFiles, type PlannedFontFile } from './plan-font-files.ts';

export type FontSources = {
  /** Reads the texts of rendered documents by the font that shows them. */
  readTexts: (documents: readonly string[]) => FontTexts;
  /** Returns the stylesheet of a font's full files and of its fallback. */
  getSource: (family: FontFamily) => string;
};

type Renderer = { render: RenderPages; fonts?: FontSources; services: Services };

/** How long a page whose fonts could not be made is not tried again. */
const RETRY_AFTER_MS = 5 * MINUTE_MS;

/**
 * Makes font files for pages that have none; until then they use the full ones. The requests are in memory: a lost one is
 * repeated when the page is next rendered.
 */
export function openFontsWorker(context: Context, renderer: Renderer | null): Worker {
  const { pagesWithoutFonts } = context.caches;
  const failed = new LRUCache<string, true>({ max: 1000, ttl: RETRY_AFTER_MS });
  return openTask(context, {
    name: 'fonts',
    isDue: () => Promise.resolve(pagesWithoutFonts.size > 0),
    runOnce: async () => {
      const [slug] = pagesWithoutFonts;
      if (slug === undefined) return false;
      pagesWithoutFonts.delete(slug);
      if (!renderer?.fonts || failed.has(slug)) return true;
      try {
        await makePageFonts(context, slug, { ...renderer, fonts: renderer.fonts });
      } catch (error) {
        failed.set(slug, true);
        context.log.warn({ err: error, slug }, 'page_fonts_failed');
      }
      return true;
    },
  });
}

type PageOnSale = PageResult & { kind: 'page' };

async function makePageFonts(context: Context, slug: string, renderer: Required<Renderer>): Promise<void> {
  const { db, realNow, fontFormat: format } = context;
  const pageResult = await renderer.services.findPage(slug);
  if (pageResult.kind !== 'page' || pageResult.page.fontFiles) return;
  const { page, sellerId } = pageResult;
  const texts = renderer.fonts.readTexts(await renderStates(context, pageResult, renderer));
  const { heading, body } = page.config.fonts;
  const files = await planFontFiles(page.config.fonts, texts);
  const { name: stylesheet, css } = createFontStylesheet(
    [...new Set([heading, body])].map(renderer.fonts.getSource),
    files,
  );
  const contents = await loadContents(context, files);
  contents.set(stylesheet, Buffer.from(css));
  const createdAt = realNow();
  const names = files.map(({ name }) => name);
  const fonts = { versionId: page.versionId, format, stylesheet, files: names, createdAt };
  await db.transaction((tx) => storePageFonts(tx, { ...fonts, sellerId, contents }));
  await deleteUnusedFonts(db, format, new Date(createdAt.getTime() - DAY_MS));
}

/** States of a page that show different texts. */
const STATES: readonly Partial<PublicPage>[] = [
  { availability: 'open' },
  { availability: 'open', countdownOver: true },
  { availability: 'early' },
  { availability: 'closed' },
  { availability: 'sold_out' },
  { availability: 'reserved' },
];

/** Renders the page in all of its states, one by one, so that requests are answered in between. */
async function renderStates({ config }: Context, pageResult: PageOnSale, { render, services }: Renderer) {
  const documents: string[] = [];
  for (const state of STATES) {
    const page = { ...pageResult.page, onSale: true, paused: false, acceptingPayments: true, ...state };
    const findPage = () => Promise.resolve({ ...pageResult, page });
    const response = await render(new Request(`${config.appUrl}/c/${page.slug}`), { ...services, findPage });
    documents.push(await response.text());
  }
  return documents;
}

/** Loads the files that other pages or versions use as well, and makes the others. */
async function loadContents({ db }: Context, files: readonly PlannedFontFile[]): Promise<Map<string, Uint8Array>> {
  const contents = await findFontFiles(
    db,
    files.map(({ name }) => name),
  );
  const missing = files.filter(({ name }) => !contents.has(name));
  const made = await makeFontFiles(missing.map(({ job }) => job));
  for (const [index, bytes] of made.entries()) contents.set(missing[index]?.name ?? '', bytes);
  return contents;
}
