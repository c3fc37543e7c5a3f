const COMMA = /^\d+,\d{1,2}$/;

/** An amount as people type it, in the digits that prices are read from: blanks away, a decimal comma as a dot. */
export function typedAmount(text: string): string {
  const digits = text.replace(/\s/g, '');
  return COMMA.test(digits) ? digits.replace(',', '.') : digits;
}
