/** Normalizes a buyer's email address for limits: lower case, without the plus tag. */
export function normalizeBuyerEmail(email: string): string {
  const address = email.trim().normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+');
  return name === '' ? address : name + address.slice(at);
}
