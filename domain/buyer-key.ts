/** A buyer's address as limits count it: in lower case, without what is tagged on behind a plus. */
export function buyerKeyOf(email: string): string {
  const address = email.trim().normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+');
  return name === '' ? address : name + address.slice(at);
}
