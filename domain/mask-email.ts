/** Normalizes a buyer's email address for limits: lower case, without the plus tag. */
export function normalizeBuyerEmail(email: string): string {
  const address = email.trim().normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+');
  return name === '' ? address : name + address.slice(at);
}

const MASK = '•••';
/** Local parts of up to this length are hidden completely. */
const MAX_HIDDEN_LENGTH = 2;

/** Masks an address so that only its owner recognizes it: `n•••@example.com`. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return MASK;
  const characters = Array.from(new Intl.Segmenter().segment(address.slice(0, at)), ({ segment }) => segment);
  const first = characters.length > MAX_HIDDEN_LENGTH ? characters[0] : '';
  return `${first}${MASK}${address.slice(at)}`;
}
