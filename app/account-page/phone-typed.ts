/** What people put between the digits of a number, and the 0 in brackets that is left out from abroad. */
const FILLING = /\(0\)|[\s().\-/\u00A0]/g;

/** The number as it is sent on: a plus and digits. */
export const phoneFrom = (typed: string): string => typed.replace(FILLING, '').replace(/^00/, '+');

/** What is wrong with it before anything is sent. */
export function phoneProblem(typed: string): string | null {
  const phone = phoneFrom(typed);
  if (!phone) return 'Type your number.';
  if (!phone.startsWith('+')) return 'Begin with the country code, like +44.';
  return /^\+[1-9]\d{6,14}$/.test(phone) ? null : 'This is not a whole number. Please check it.';
}
