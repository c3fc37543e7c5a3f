export type Decline = { code: string; declineCode: string | null; message: string };
/** `tag` names the behavior of the card. Outcomes after a success (disputes, refunds) happen later. */
export type TestCard = {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex';
  tag: string;
  about: string;
  authenticate: boolean;
  decline: Decline | null;
  blocked?: boolean;
};
/** The parts of a card that may be stored: never the number, never the CVC. */
export type Card = { brand: string; last4: string; expMonth: number; expYear: number; tag: string };

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const faulty = (code: string, message: string): Decline => ({ code, declineCode: null, message });

const visa = (
  digits: string,
  tag: string,
  about: string,
  decline: Decline | null = null,
  authenticate = false,
): TestCard => ({ number: digits.replaceAll(' ', ''), brand: 'visa', tag, about, authenticate, decline });

/** The documented test cards (docs.stripe.com/testing) that the sandbox supports. */
export const testCards: TestCard[] = [
  visa('4242 4242 4242 4242', 'success', 'Succeeds'),
  {
    number: '5555555555554444',
    brand: 'mastercard',
    tag: 'success',
    about: 'Succeeds (Mastercard)',
    authenticate: false,
    decline: null,
  },
  {
    number: '378282246310005',
    brand: 'amex',
    tag: 'success',
    about: 'Succeeds (American Express)',
    authenticate: false,
    decline: null,
  },
  visa('4000 0000 0000 0002', 'generic_decline', 'Declined', declined('generic_decline')),
  visa(
    '4000 0000 0000 9995',
    'insufficient_funds',
    'Declined: insufficient funds',
    declined('insufficient_funds', 'Your card has insufficient funds.'),
  ),
  visa('4000 0000 0000 9987', 'lost_card', 'Declined: lost card', declined('lost_card')),
  visa('4000 0000 0000 9979', 'stolen_card', 'Declined: stolen card', declined('stolen_card')),
  visa(
    '4000 0000 0000 0069',
    'expired_card',
    'Declined: expired card',
    faulty('expired_card', 'Your card has expired.'),
  ),
  visa(
    '4000 0000 0000 0127',
    'incorrect_cvc',
    'Declined: incorrect CVC',
    faulty('incorrect_cvc', "Your card's security code is incorrect."),
  ),
  visa(
    '4000 0000 0000 0119',
    'processing_error',
    'Declined: processing error',
    faulty('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ),
  visa(
    '4000 0000 0000 6975',
    'card_velocity_exceeded',
    'Declined: too many attempts',
    declined(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  ),
  visa(
    '4000 0000 0000 0341',
    'declines_when_charged',
    'Attaches, but every charge is declined',
    declined('generic_decline'),
  ),
  visa('4000 0025 0000 3155', 'authenticate_unless_set_up', '3-D Secure, then succeeds', null, true),
  visa('4000 0027 6000 3184', 'authenticate_always', '3-D Secure on every payment', null, true),
  visa('4000 0038 0000 0446', 'already_set_up', '3-D Secure, set up for later payments', null, true),
  visa(
    '4000 0082 6000 3178',
    'authenticate_insufficient_funds',
    '3-D Secure, then insufficient funds',
    declined('insufficient_funds', 'Your card has insufficient funds.'),
    true,
  ),
  visa('4000 0000 0000 3220', 'authenticate', '3-D Secure 2, then succeeds', null, true),
  visa(
    '4000 0084 0000 1629',
    'authenticate_declined',
    '3-D Secure, then declined',
    declined('generic_decline'),
    true,
  ),
  visa(
    '4000 0084 0000 1280',
    'authentication_error',
    '3-D Secure lookup fails, declined',
    declined('generic_decline'),
  ),
  visa('4000 0000 0000 0259', 'dispute_fraudulent', 'Succeeds, disputed an hour later as fraudulent'),
  visa('4000 0000 0000 2685', 'dispute_not_received', 'Succeeds, disputed an hour later as not received'),
  visa('4000 0000 0000 1976', 'dispute_inquiry', 'Succeeds, an inquiry follows an hour later'),
  visa('4000 0000 0000 5423', 'early_fraud_warning', 'Succeeds, early fraud warning later'),
  visa('4000 0000 0000 7726', 'refund_pending', 'Succeeds, its refund is pending first'),
  visa('4000 0000 0000 5126', 'refund_fails', 'Succeeds, its refund fails later'),
  visa('4000 0000 0000 0077', 'available_at_once', 'Succeeds, funds available at once'),
  {
    ...visa('4100 0000 0000 0019', 'blocked', 'Always blocked as fraudulent', declined('fraudulent')),
    blocked: true,
  },
];

export const cardByTag = (tag: string): TestCard | undefined => testCards.find((card) => card.tag === tag);

export const spaced = (card: TestCard): string =>
  card.brand === 'amex'
    ? card.number.replace(/^(.{4})(.{6})/, '$1 $2 ')
    : card.number.replace(/(.{4})(?=.)/g, '$1 ');

const passesLuhn = (digits: string): boolean => {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
};

export type TypedCard = { number: string; expiry: string; cvc: string };
/** Validation messages for the buyer, by field. */
export type CardProblems = { number?: string; expiry?: string; cvc?: string };

const findCard = (typed: string): TestCard | string => {
  const number = typed.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) return 'Your card number is incomplete.';
  if (!passesLuhn(number)) return 'Your card number is incorrect.';
  return (
    testCards.find((candidate) => candidate.number === number) ??
    'Use a test card, for example 4242 4242 4242 4242'
  );
};

const readExpiry = (typed: string, now: Date): { expMonth: number; expYear: number } | string => {
  const match = /^(\d{1,2})\s*\/?\s*(\d{4}|\d{2})$/.exec(typed.trim());
  if (!match) return "Your card's expiration date is incomplete.";
  const [expMonth, year] = [Number(match[1]), Number(match[2])];
  const expYear = year < 100 ? 2000 + year : year;
  if (expMonth < 1 || expMonth > 12) return "Your card's expiration date is invalid.";
  const past =
    expYear < now.getUTCFullYear() || (expYear === now.getUTCFullYear() && expMonth < now.getUTCMonth() + 1);
  return past ? "Your card's expiration date is in the past." : { expMonth, expYear };
};

/** Validates a card form and returns only the parts that may be stored. */
export const readCard = (typed: TypedCard, now: Date): { card: Card } | { problems: CardProblems } => {
  const found = findCard(typed.number);
  const expiry = readExpiry(typed.expiry, now);
  const digits = typeof found !== 'string' && found.brand === 'amex' ? 4 : 3;
  const cvcIsWhole = typed.cvc.trim().length === digits && /^\d+$/.test(typed.cvc.trim());
  if (typeof found === 'string' || typeof expiry === 'string' || !cvcIsWhole) {
    const problems = {
      ...(typeof found === 'string' && { number: found }),
      ...(typeof expiry === 'string' && { expiry }),
      ...(!cvcIsWhole && { cvc: "Your card's security code is incomplete." }),
    };
    return { problems };
  }
  return { card: { brand: found.brand, last4: found.number.slice(-4), ...expiry, tag: found.tag } };
};
