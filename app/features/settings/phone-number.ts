/** Separators between digits, and the trunk prefix "(0)" that is dropped in international numbers. */
const SEPARATORS = /\(0\)|[\s().\-/\u00A0]/g;

/** Normalizes a phone number to a plus sign and digits. */
export const normalizePhone = (text: string): string => text.replace(SEPARATORS, '').replace(/^00/, '+');

/** Validates a phone number before anything is sent. Returns an error message or null. */
export function validatePhone(text: string): string | null {
  const phone = normalizePhone(text);
  if (!phone) return 'Type your number.';
  if (!phone.startsWith('+')) return 'Begin with the country code, like +44.';
  return /^\+[1-9]\d{6,14}$/.test(phone) ? null : 'This is not a whole number. Please check it.';
}
