import { page, userEvent, type Locator } from 'vitest/browser';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { createBuilderHandlers, createDraft, PAGE_ID, createSamplePage } from './builder.ts';
import type { FakeRpc } from './fake-rpc.ts';
import { renderApp, type RenderedApp } from './render-app.tsx';

/** Opens the sample page as a saved draft, with these changes, in the builder. */
export const openDraft = (overrides: Partial<CheckoutPageConfig> = {}): Promise<RenderedApp> =>
  renderApp(`/builder?page=${PAGE_ID}`, createBuilderHandlers(createDraft(createSamplePage(overrides))));

/** Config of the last saved draft. */
export const lastSavedConfig = (rpc: FakeRpc): CheckoutPageConfig | undefined =>
  rpc.bodiesOf('save-draft').at(-1)?.config;

/** Moves the focus out of a field. */
export function blurField(locator: Locator): void {
  locator.element().blur();
}

/** Options of an open combobox list. */
export const getOptions = (listName: string): Locator =>
  page.getByRole('listbox', { name: listName }).getByRole('option');

/** The first element of the live preview that matches a CSS selector. */
export const findPreviewElement = <E extends Element = HTMLElement>(selector: string): E | null =>
  document.querySelector<E>(`[aria-label="Page preview"] .co-page ${selector}`);

export const getPreviewPrice = (): string | undefined => findPreviewElement('.co-price')?.textContent;

/** Selects a file in an image field. */
export function chooseImage(label: 'Product image' | 'Logo', file: File): Promise<void> {
  const input = page.getByRole('group', { name: label }).element().querySelector('input');
  if (!input) throw new Error(`The field ${label} has no file input`);
  return userEvent.upload(input, file);
}

/** Fills the date and the time of a date-time field. */
export async function fillDateTime(
  container: Locator | typeof page,
  label: string,
  date: string,
  time: string,
): Promise<void> {
  await container.getByLabelText(label, { exact: true }).fill(date);
  await container.getByLabelText(`${label}: time`, { exact: true }).fill(time);
}
