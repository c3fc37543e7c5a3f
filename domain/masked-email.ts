const HIDDEN = '•••';
/** Local parts of up to this length are hidden completely. */
const SHORT = 2;

/** Masks an address so that only its owner recognizes it: `n•••@example.com`. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return HIDDEN;
  const letters = Array.from(new Intl.Segmenter().segment(address.slice(0, at)), ({ segment }) => segment);
  const first = letters.length > SHORT ? letters[0] : '';
  return `${first}${HIDDEN}${address.slice(at)}`;
}
