const HIDDEN = '•••';
/** Names of so many letters and fewer are not hidden by hiding all but the first. */
const SHORT = 2;

/** An address as its owner knows it again and nobody else learns it: `n•••@example.com`. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return HIDDEN;
  const letters = Array.from(new Intl.Segmenter().segment(address.slice(0, at)), ({ segment }) => segment);
  const first = letters.length > SHORT ? letters[0] : '';
  return `${first}${HIDDEN}${address.slice(at)}`;
}
