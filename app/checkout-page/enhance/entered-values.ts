import { form, slug } from './page-elements.ts';
import { STORED_VALUES_PREFIX } from './stored-values.ts';

const STORAGE_KEY = STORED_VALUES_PREFIX + slug;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Stores the entered values in this tab while Stripe's page is open, because its link back loads the page again. */
export function storeValues() {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...new FormData(form ?? undefined)]));
  } catch {
    // The browser blocks storage.
  }
}

/** Restores the stored values, once. */
export function restoreValues() {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    if (!stored) return;
    sessionStorage.removeItem(STORAGE_KEY);
    const entries = JSON.parse(stored) as [string, string][];
    const values = new Map(entries);
    for (const control of document.querySelectorAll<Control>('#pay :is(input:not([type=hidden]), select, textarea)')) {
      const value = values.get(control.name);
      // Several checkboxes can have the same name.
      if (control.type === 'checkbox')
        (control as HTMLInputElement).checked = entries.some(
          ([name, entry]) => name === control.name && entry === control.value,
        );
      // The page may no longer have the chosen price.
      else if (control.type === 'radio') (control as HTMLInputElement).checked ||= value === control.value;
      else if (value !== undefined) control.value = value;
    }
  } catch {
    // The browser blocks storage.
  }
}
