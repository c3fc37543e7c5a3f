export type Decline = { code: string; declineCode: string | null; message: string };
/** `tag` names the behavior of the card. Outcomes after a success (disputes, refunds) happen later. */
export type TestCard = {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex';
  tag: string;
  description: string;
  requiresAuthentication: boolean;
  decline: Decline | null;
  blocked?: boolean;
};
/** The parts of a card that may be stored: never the number, never the CVC. */
export type Card = { brand: string; last4: string; expMonth: number; expYear: number; tag: string };

const cardDeclined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});
const cardError = (code: string, message: string): Decline => ({ code, declineCode: null, message });

const visaCard = (
  digits: string,
  tag: string,
  description: string,
  decline: Decline | null = null,
  requiresAuthentication = false,
): TestCard => ({
  number: digits.replaceAll(' ', ''),
  brand: 'visa',
  tag,
  description,
  requiresAuthentication,
  decline,
});

/** The documented test cards (docs.stripe.com/testing) that the sandbox supports. */
export const testCards: TestCard[] = [
  visaCard('4242 4242 4242 4242', 'success', 'Succeeds'),
  {
    number: '5555555555554444',
    brand: 'mastercard',
    tag: 'success',
    description: 'Succeeds (Mastercard)',
    requiresAuthentication: false,
    decline: null,
  },
  {
    number: '378282246310005',
    brand: 'amex',
    tag: 'success',
    description: 'Succeeds (American Express)',
    requiresAuthentication: false,
    decline: null,
  },
  visaCard('4000 0000 0000 0002', 'generic_decline', 'Declined', cardDeclined('generic_decline')),
  visaCard(
    '4000 0000 0000 9995',
    'insufficient_funds',
    'Declined: insufficient funds',
    cardDeclined('insufficient_funds', 'Your card has insufficient funds.'),
  ),
  visaCard('4000 0000 0000 9987', 'lost_card', 'Declined: lost card', cardDeclined('lost_card')),
  visaCard('4000 0000 0000 9979', 'stolen_card', 'Declined: stolen card', cardDeclined('stolen_card')),
  visaCard(
    '4000 0000 0000 0069',
    'expired_card',
    'Declined: expired card',
    cardError('expired_card', 'Your card has expired.'),
  ),
  visaCard(
    '4000 0000 0000 0127',
    'incorrect_cvc',
    'Declined: incorrect CVC',
    cardError('incorrect_cvc', "Your card's security code is incorrect."),
  ),
  visaCard(
    '4000 0000 0000 0119',
    'processing_error',
    'Declined: processing error',
    cardError('processing_error', 'An error occurred while processing your card. Try again in a little bit.'),
  ),
  visaCard(
    '4000 0000 0000 6975',
    'card_velocity_exceeded',
    'Declined: too many attempts',
    cardDeclined(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  ),
  visaCard(
    '4000 0000 0000 0341',
    'declines_when_charged',
    'Attaches, but every charge is declined',
    cardDeclined('generic_decline'),
  ),
  visaCard('4000 0025 0000 3155', 'authenticate_unless_set_up', '3-D Secure, then succeeds', null, true),
  visaCard('4000 0027 6000 3184', 'authenticate_always', '3-D Secure on every payment', null, true),
  visaCard('4000 0038 0000 0446', 'already_set_up', '3-D Secure, set up for later payments', null, true),
  visaCard(
    '4000 0082 6000 3178',
    'authenticate_insufficient_funds',
    '3-D Secure, then insufficient funds',
    cardDeclined('insufficient_funds', 'Your card has insufficient funds.'),
    true,
  ),
  visaCard('4000 0000 0000 3220', 'authenticate', '3-D Secure 2, then succeeds', null, true),
  visaCard(
    '4000 0084 0000 1629',
    'authenticate_declined',
    '3-D Secure, then declined',
    cardDeclined('generic_decline'),
    true,
  ),
  visaCard(
    '4000 0084 0000 1280',
    'authentication_error',
    '3-D Secure lookup fails, declined',
    cardDeclined('generic_decline'),
  ),
  visaCard('4000 0000 0000 0259', 'dispute_fraudulent', 'Succeeds, disputed an hour later as fraudulent'),
  visaCard('4000 0000 0000 2685', 'dispute_not_received', 'Succeeds, disputed an hour later as not received'),
  visaCard('4000 0000 0000 1976', 'dispute_inquiry', 'Succeeds, an inquiry follows an hour later'),
  visaCard('4000 0000 0000 5423', 'early_fraud_warning', 'Succeeds, early fraud warning later'),
  visaCard('4000 0000 0000 7726', 'refund_pending', 'Succeeds, its refund is pending first'),
  visaCard('4000 0000 0000 5126', 'refund_fails', 'Succeeds, its refund fails later'),
  visaCard('4000 0000 0000 0077', 'available_at_once', 'Succeeds, funds available at once'),
  {
    ...visaCard('4100 0000 0000 0019', 'blocked', 'Always blocked as fraudulent', cardDeclined('fraudulent')),
    blocked: true,
  },
];

export const findCardByTag = (tag: string): TestCard | undefined => testCards.find((card) => card.tag === tag);

export const formatCardNumber = (card: TestCard): string =>
  card.brand === 'amex' ? card.number.replace(/^(.{4})(.{6})/, '$1 $2 ') : card.number.replace(/(.{4})(?=.)/g, '$1 ');

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

export type CardInput = { number: string; expiry: string; cvc: string };
/** Validation messages for the buyer, by field. */
export type CardErrors = { number?: string; expiry?: string; cvc?: string };

const findTestCard = (input: string): TestCard | string => {
  const number = input.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) return 'Your card number is incomplete.';
  if (!passesLuhn(number)) return 'Your card number is incorrect.';
  return (
    testCards.find((candidate) => candidate.number === number) ?? 'Use a test card, for example 4242 4242 4242 4242'
  );
};

const readExpiry = (input: string, now: Date): { expMonth: number; expYear: number } | string => {
  const match = /^(\d{1,2})\s*\/?\s*(\d{4}|\d{2})$/.exec(input.trim());
  if (!match) return "Your card's expiration date is incomplete.";
  const [expMonth, year] = [Number(match[1]), Number(match[2])];
  const expYear = year < 100 ? 2000 + year : year;
  if (expMonth < 1 || expMonth > 12) return "Your card's expiration date is invalid.";
  const isPast =
    expYear < now.getUTCFullYear() || (expYear === now.getUTCFullYear() && expMonth < now.getUTCMonth() + 1);
  return isPast ? "Your card's expiration date is in the past." : { expMonth, expYear };
};

/** Validates a card form and returns only the parts that may be stored. */
export const parseCard = (input: CardInput, now: Date): { card: Card } | { errors: CardErrors } => {
  const testCard = findTestCard(input.number);
  const expiry = readExpiry(input.expiry, now);
  const digits = typeof testCard !== 'string' && testCard.brand === 'amex' ? 4 : 3;
  const isCvcComplete = input.cvc.trim().length === digits && /^\d+$/.test(input.cvc.trim());
  if (typeof testCard === 'string' || typeof expiry === 'string' || !isCvcComplete) {
    const errors = {
      ...(typeof testCard === 'string' && { number: testCard }),
      ...(typeof expiry === 'string' && { expiry }),
      ...(!isCvcComplete && { cvc: "Your card's security code is incomplete." }),
    };
    return { errors };
  }
  return { card: { brand: testCard.brand, last4: testCard.number.slice(-4), ...expiry, tag: testCard.tag } };
};
