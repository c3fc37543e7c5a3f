import { page, userEvent, type Locator } from 'vitest/browser';

import { draftOf, samplePage } from './builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { PageDraft } from '#domain/calls.ts';

export const PUBLISHED_URL = 'https://tillwright.test/c/linocut';

/** A published page without changes. */
export const publishedPage = (
  change: Partial<CheckoutPageConfig> = {},
  state: Partial<PageDraft> = {},
): PageDraft => {
  const config = samplePage({ customSlug: 'linocut', ...change });
  return draftOf(config, {
    published: config,
    version: 1,
    slug: 'linocut',
    url: PUBLISHED_URL,
    state: 'published',
    ...state,
  });
};

/** The toast with exactly this title. */
export const toastTitled = (title: string): Locator =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) });

/** Texts of the elements that a locator finds now, in order. */
export const textsOf = (locator: Locator): string[] =>
  locator.elements().map(({ textContent }) => textContent ?? '');

export const publishButton = (): Locator => page.getByRole('button', { name: 'Publish', exact: true });

export const openTab = (name: 'Content' | 'Design' | 'Settings'): Promise<void> =>
  page.getByRole('tab', { name }).click();

/** Visible once all changes have reached the server. */
export const savedStatus = (): Locator => page.getByText(/^Saved at /);

/** The live preview of the page. */
export const preview = (): Locator => page.getByRole('region', { name: 'The page' });

/** Moves the focus to a field without a click. */
export function focusOn(locator: Locator): void {
  locator.element().focus();
}

/** Saves immediately, by the keyboard shortcut. */
export const pressSave = (): Promise<void> => userEvent.keyboard('{Control>}s{/Control}');

export async function chooseFromMenu(entry: string, menu = 'More for this page'): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
