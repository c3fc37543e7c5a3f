import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { PageDraft } from '#domain/rpc-contract.ts';

import { createDraft, createSamplePage } from './builder.ts';

export const PUBLISHED_URL = 'https://tillwright.test/c/linocut';

/** A published page without changes. */
export const createPublishedPage = (
  overrides: Partial<CheckoutPageConfig> = {},
  draftOverrides: Partial<PageDraft> = {},
): PageDraft => {
  const config = createSamplePage({ customSlug: 'linocut', ...overrides });
  return createDraft(config, {
    published: config,
    version: 1,
    slug: 'linocut',
    url: PUBLISHED_URL,
    state: 'published',
    ...draftOverrides,
  });
};

/** The toast with exactly this title. */
export const getToast = (title: string): Locator =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) });

/** Texts of the elements that a locator finds now, in order. */
export const getTexts = (locator: Locator): string[] => locator.elements().map(({ textContent }) => textContent ?? '');

export const getPublishButton = (): Locator => page.getByRole('button', { name: 'Publish', exact: true });

/** Opens a tab and waits until its script has been loaded. */
export async function openTab(name: 'Content' | 'Design' | 'Delivery' | 'Settings'): Promise<void> {
  // The name of a tab ends with the number of its errors.
  const tab = { name: new RegExp(`^${name}`) };
  await page.getByRole('tab', tab).click();
  await expect.element(page.getByRole('tabpanel', tab).getByRole('heading', { level: 2 }).first()).toBeInTheDocument();
}

/** Visible once all changes have reached the server. */
export const getSavedStatus = (): Locator => page.getByText(/^Saved at /);

/** The live preview of the page. */
export const getPreview = (): Locator => page.getByRole('region', { name: 'Page preview' });

/** Moves the focus to a field without a click. */
export function focusField(locator: Locator): void {
  locator.element().focus();
}

/** Saves immediately, by the keyboard shortcut. */
export const saveByShortcut = (): Promise<void> => userEvent.keyboard('{Control>}s{/Control}');

export async function chooseFromMenu(itemLabel: string, menuLabel = 'More actions'): Promise<void> {
  await page.getByRole('button', { name: menuLabel, exact: true }).click();
  await page.getByRole('menuitem', { name: itemLabel }).click();
}
