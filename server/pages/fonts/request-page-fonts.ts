import type { Context } from '#server/core/context.ts';

/** Requests font files of its own for a page; the worker makes them in the background. */
export function requestPageFonts({ caches, wake }: Pick<Context, 'caches' | 'wake'>, slug: string): void {
  caches.pagesWithoutFonts.add(slug);
  wake('fonts');
}
