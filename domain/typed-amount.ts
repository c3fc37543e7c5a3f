const DECIMAL_COMMA = /^\d+,\d{1,2}$/;

/** Normalizes a typed amount for price parsing: removes blanks and turns a decimal comma into a dot. */
export function normalizeAmountInput(text: string): string {
  const digits = text.replace(/\s/g, '');
  return DECIMAL_COMMA.test(digits) ? digits.replace(',', '.') : digits;
}
