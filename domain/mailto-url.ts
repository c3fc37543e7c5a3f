/** Returns the `mailto:` URL of an address, whose local part may contain `?`, `&` and `%`. */
export const getMailtoUrl = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
