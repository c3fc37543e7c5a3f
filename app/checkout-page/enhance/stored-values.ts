/** Prefix of the `sessionStorage` keys of the values that a buyer entered on a checkout page. */
export const STORED_VALUES_PREFIX = 'checkout:';

/** Removes the values that the buyer entered on any checkout page in this tab. */
export function removeStoredValues() {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(STORED_VALUES_PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // The browser blocks storage.
  }
}
