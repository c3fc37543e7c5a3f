export type Decline = { code: string; declineCode: string | null; message: string };
/** `tag` names the behavior of the card. Outcomes after a success (disputes, refunds) happen later. */
type TestCard = {
  number: string;
  brand: string;
  tag: string;
  description: string;
  requiresAuthentication: boolean;
  decline: Decline | null;
  blocked?: boolean;
};
/** The parts of a card that may be stored: never the number, never the CVC. */
export type Card = { brand: string; last4: string; expMonth: number; expYear: number; tag: string };

/** Messages of declines by their code or decline code; other decline codes have the general message. */
const DECLINE_MESSAGES: Record<string, string> = {
  card_velocity_exceeded:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  insufficient_funds: 'Your card has insufficient funds.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
};

/** A decline with this code, or with the code `card_declined` and this decline code. */
export const declineWithCode = (code: string): Decline => ({
  code,
  declineCode: null,
  message: DECLINE_MESSAGES[code] ?? code,
});
const cardDeclined = (declineCode: string): Decline => ({
  code: 'card_declined',
  declineCode,
  message: DECLINE_MESSAGES[declineCode] ?? 'Your card was declined.',
});

const testCard = (
  digits: string,
  tag: string,
  description: string,
  decline: Decline | null = null,
  requiresAuthentication = false,
): TestCard => {
  const brand = { 3: 'amex', 5: 'mastercard' }[digits.charAt(0)] ?? 'visa';
  return { number: digits.replaceAll(' ', ''), brand, tag, description, requiresAuthentication, decline };
};

const GENERIC_DECLINE = cardDeclined('generic_decline');
const INSUFFICIENT_FUNDS = cardDeclined('insufficient_funds');

/** The documented test cards (docs.stripe.com/testing) that the sandbox supports. */
export const testCards: TestCard[] = [
  testCard('4242 4242 4242 4242', 'success', 'Succeeds'),
  testCard('5555 5555 5555 4444', 'success', 'Succeeds (Mastercard)'),
  testCard('3782 822463 10005', 'success', 'Succeeds (American Express)'),
  testCard('4000 0000 0000 0002', 'generic_decline', 'Declined', GENERIC_DECLINE),
  testCard('4000 0000 0000 9995', 'insufficient_funds', 'Declined: insufficient funds', INSUFFICIENT_FUNDS),
  testCard('4000 0000 0000 9987', 'lost_card', 'Declined: lost card', cardDeclined('lost_card')),
  testCard('4000 0000 0000 9979', 'stolen_card', 'Declined: stolen card', cardDeclined('stolen_card')),
  testCard('4000 0000 0000 0069', 'expired_card', 'Declined: expired card', declineWithCode('expired_card')),
  testCard('4000 0000 0000 0127', 'incorrect_cvc', 'Declined: incorrect CVC', declineWithCode('incorrect_cvc')),
  testCard(
    '4000 0000 0000 0119',
    'processing_error',
    'Declined: processing error',
    declineWithCode('processing_error'),
  ),
  testCard(
    '4000 0000 0000 6975',
    'card_velocity_exceeded',
    'Declined: too many attempts',
    cardDeclined('card_velocity_exceeded'),
  ),
  testCard(
    '4000 0000 0000 0341',
    'declines_when_charged',
    'Can be saved, but every charge is declined',
    GENERIC_DECLINE,
  ),
  testCard('4000 0025 0000 3155', 'authenticate_unless_set_up', '3D Secure, then succeeds', null, true),
  testCard('4000 0027 6000 3184', 'authenticate_always', '3D Secure on every payment', null, true),
  testCard('4000 0038 0000 0446', 'already_set_up', '3D Secure, already set up for off-session payments', null, true),
  testCard(
    '4000 0082 6000 3178',
    'authenticate_insufficient_funds',
    '3D Secure, then insufficient funds',
    INSUFFICIENT_FUNDS,
    true,
  ),
  testCard('4000 0000 0000 3220', 'authenticate', '3D Secure 2, then succeeds', null, true),
  testCard('4000 0084 0000 1629', 'authenticate_declined', '3D Secure, then declined', GENERIC_DECLINE, true),
  testCard('4000 0084 0000 1280', 'authentication_error', '3D Secure lookup fails, then declined', GENERIC_DECLINE),
  testCard('4000 0000 0000 0259', 'dispute_fraudulent', 'Succeeds, then disputed as fraudulent an hour later'),
  testCard('4000 0000 0000 2685', 'dispute_not_received', 'Succeeds, then disputed as not received an hour later'),
  testCard('4000 0000 0000 1976', 'dispute_inquiry', 'Succeeds, then an inquiry an hour later'),
  testCard('4000 0000 0000 5423', 'early_fraud_warning', 'Succeeds, without simulating the early fraud warning'),
  testCard('4000 0000 0000 7726', 'refund_pending', 'Succeeds, and a refund is pending at first'),
  testCard('4000 0000 0000 5126', 'refund_fails', 'Succeeds, but a refund fails later'),
  testCard('4000 0000 0000 0077', 'available_at_once', 'Succeeds, and funds are available immediately'),
  {
    ...testCard('4100 0000 0000 0019', 'blocked', 'Always blocked as fraudulent', cardDeclined('fraudulent')),
    blocked: true,
  },
];

/** Returns a test card as it is stored, valid for five more years. */
export const toCard = ({ brand, number, tag }: TestCard, now: number): Card => ({
  brand,
  last4: number.slice(-4),
  expMonth: 12,
  expYear: new Date(now * 1000).getUTCFullYear() + 5,
  tag,
});

export const findCardByTag = (tag: string): TestCard | undefined => testCards.find((card) => card.tag === tag);

/** Returns why the bank refuses to save a card; some cards decline only later, when they are charged. */
export const findSetUpDecline = (tag: string): Decline | null =>
  ['declines_when_charged', 'authenticate_insufficient_funds'].includes(tag)
    ? null
    : (findCardByTag(tag)?.decline ?? null);

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

type CardInput = { number: string; expiry: string; cvc: string };
/** Validation messages for the buyer, by field. */
export type CardErrors = { number?: string; expiry?: string; cvc?: string };

const findTestCard = (input: string): TestCard | string => {
  const number = input.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number)) return 'Your card number is incomplete.';
  if (!passesLuhn(number)) return 'Your card number is incorrect.';
  return testCards.find((candidate) => candidate.number === number) ?? 'Use a test card, such as 4242 4242 4242 4242.';
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
  const foundCard = findTestCard(input.number);
  const expiry = readExpiry(input.expiry, now);
  const digits = typeof foundCard !== 'string' && foundCard.brand === 'amex' ? 4 : 3;
  const isCvcComplete = input.cvc.trim().length === digits && /^\d+$/.test(input.cvc.trim());
  if (typeof foundCard === 'string' || typeof expiry === 'string' || !isCvcComplete) {
    const errors = {
      ...(typeof foundCard === 'string' && { number: foundCard }),
      ...(typeof expiry === 'string' && { expiry }),
      ...(!isCvcComplete && { cvc: "Your card's security code is incomplete." }),
    };
    return { errors };
  }
  return { card: { ...toCard(foundCard, 0), ...expiry } };
};
