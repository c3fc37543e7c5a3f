/**
 * When the money of a payment arrives. `debit`: the buyer's bank sends it days later. `voucher`: the buyer pays a voucher
 * until it expires. `transfer`: the buyer sends it from their bank.
 */
export type PaymentArrival = 'now' | 'debit' | 'voucher' | 'transfer';

export type PaymentMethod = {
  name: string;
  /** ISO 3166-1 alpha-2, for methods of one country. */
  country?: string;
  /** Default: `now`. */
  arrival?: PaymentArrival;
  /** Currencies in which Stripe offers it; default: all. */
  currencies?: readonly string[];
  /** Whether Stripe offers it for subscriptions. */
  recurring?: boolean;
  /** False for methods whose payments Stripe can’t refund. */
  refundable?: boolean;
  /** False for wallets, which come with cards, and for Link: Stripe has no parameter that leaves them out. */
  excludable?: boolean;
};

/**
 * Stripe's payment methods by type: `ExcludedPaymentMethodType` of stripe 23.1.0, and the wallets. Currencies, arrival and
 * refunds are from docs.stripe.com/payments/payment-methods (November 2026); review them with each update of the package.
 */
const PAYMENT_METHODS: Readonly<Record<string, PaymentMethod>> = {
  card: { name: 'Card', recurring: true },
  apple_pay: { name: 'Apple Pay', recurring: true, excludable: false },
  google_pay: { name: 'Google Pay', recurring: true, excludable: false },
  link: { name: 'Link', recurring: true, excludable: false },
  ideal: { name: 'iDEAL', country: 'NL', currencies: ['EUR'] },
  bancontact: { name: 'Bancontact', country: 'BE', currencies: ['EUR'] },
  eps: { name: 'EPS', country: 'AT', currencies: ['EUR'] },
  p24: { name: 'Przelewy24', country: 'PL', currencies: ['EUR', 'PLN'] },
  blik: { name: 'BLIK', country: 'PL', currencies: ['PLN'] },
  twint: { name: 'TWINT', country: 'CH', currencies: ['CHF'] },
  swish: { name: 'Swish', country: 'SE', currencies: ['SEK'] },
  mobilepay: { name: 'MobilePay', country: 'DK', currencies: ['DKK', 'EUR', 'NOK', 'SEK'] },
  bizum: { name: 'Bizum', country: 'ES', currencies: ['EUR'] },
  mb_way: { name: 'MB WAY', country: 'PT', currencies: ['EUR'] },
  satispay: { name: 'Satispay', country: 'IT', currencies: ['EUR'] },
  pay_by_bank: { name: 'Pay by Bank', country: 'GB', currencies: ['GBP'] },
  revolut_pay: { name: 'Revolut Pay', currencies: ['EUR', 'GBP'], recurring: true },
  paypal: { name: 'PayPal', recurring: true },
  amazon_pay: { name: 'Amazon Pay', recurring: true },
  cashapp: { name: 'Cash App Pay', country: 'US', currencies: ['USD'], recurring: true },
  klarna: { name: 'Klarna' },
  afterpay_clearpay: { name: 'Afterpay / Clearpay', currencies: ['AUD', 'CAD', 'GBP', 'NZD', 'USD'] },
  affirm: { name: 'Affirm', currencies: ['CAD', 'USD'] },
  alma: { name: 'Alma', currencies: ['EUR'] },
  billie: { name: 'Billie', currencies: ['EUR', 'GBP', 'SEK'] },
  scalapay: { name: 'Scalapay', currencies: ['EUR'] },
  sequra: { name: 'seQura', country: 'ES', currencies: ['EUR'] },
  sunbit: { name: 'Sunbit', country: 'US', currencies: ['USD'] },
  zip: { name: 'Zip', currencies: ['AUD', 'USD'] },
  alipay: { name: 'Alipay', country: 'CN' },
  wechat_pay: { name: 'WeChat Pay', country: 'CN' },
  pix: { name: 'Pix', country: 'BR', currencies: ['BRL'] },
  upi: { name: 'UPI', country: 'IN', currencies: ['INR'] },
  fpx: { name: 'FPX', country: 'MY', currencies: ['MYR'] },
  grabpay: { name: 'GrabPay', currencies: ['MYR', 'SGD'] },
  paynow: { name: 'PayNow', country: 'SG', currencies: ['SGD'] },
  promptpay: { name: 'PromptPay', country: 'TH', currencies: ['THB'] },
  paypay: { name: 'PayPay', country: 'JP', currencies: ['JPY'] },
  kakao_pay: { name: 'Kakao Pay', country: 'KR', currencies: ['KRW'] },
  kr_card: { name: 'Korean cards', country: 'KR', currencies: ['KRW'] },
  naver_pay: { name: 'Naver Pay', country: 'KR', currencies: ['KRW'] },
  payco: { name: 'PAYCO', country: 'KR', currencies: ['KRW'] },
  samsung_pay: { name: 'Samsung Pay', country: 'KR', currencies: ['KRW'] },
  crypto: { name: 'Stablecoins', currencies: ['USD'] },
  giropay: { name: 'giropay', country: 'DE', currencies: ['EUR'] },
  sofort: { name: 'Sofort', currencies: ['EUR'], arrival: 'debit' },
  sepa_debit: { name: 'SEPA Direct Debit', currencies: ['EUR'], arrival: 'debit', recurring: true },
  us_bank_account: {
    name: 'US bank account',
    country: 'US',
    currencies: ['USD'],
    arrival: 'debit',
    recurring: true,
  },
  bacs_debit: { name: 'Bacs Direct Debit', country: 'GB', currencies: ['GBP'], arrival: 'debit', recurring: true },
  acss_debit: { name: 'Pre-authorized debit', country: 'CA', currencies: ['CAD', 'USD'], arrival: 'debit' },
  au_becs_debit: { name: 'BECS Direct Debit', country: 'AU', currencies: ['AUD'], arrival: 'debit' },
  nz_bank_account: { name: 'New Zealand bank account', country: 'NZ', currencies: ['NZD'], arrival: 'debit' },
  payto: { name: 'PayTo', country: 'AU', currencies: ['AUD'], arrival: 'debit' },
  boleto: { name: 'Boleto', country: 'BR', currencies: ['BRL'], arrival: 'voucher', refundable: false },
  konbini: { name: 'Konbini', country: 'JP', currencies: ['JPY'], arrival: 'voucher' },
  multibanco: { name: 'Multibanco', country: 'PT', currencies: ['EUR'], arrival: 'voucher' },
  oxxo: { name: 'OXXO', country: 'MX', currencies: ['MXN'], arrival: 'voucher', refundable: false },
  customer_balance: { name: 'Bank transfer', arrival: 'transfer' },
};

export const PAYMENT_METHOD_TYPES: readonly string[] = Object.keys(PAYMENT_METHODS);

/** Returns what is known about a type; a type that Stripe has added since is named by its identifier. */
export const getPaymentMethod = (type: string): PaymentMethod =>
  PAYMENT_METHODS[type] ?? { name: type.replaceAll('_', ' ') };

export const getArrival = (type: string): PaymentArrival => getPaymentMethod(type).arrival ?? 'now';

/** Whether Stripe can refund payments of this type; an unknown method counts as refundable. */
export const isRefundable = (type: string | null): boolean =>
  type === null || getPaymentMethod(type).refundable !== false;

/** Whether a session can leave the method out. */
export const isExcludable = (type: string): boolean =>
  Object.hasOwn(PAYMENT_METHODS, type) && getPaymentMethod(type).excludable !== false;

/** Methods whose money arrives after the buyer has left Stripe's page, if at all. */
export const DELAYED_METHODS: readonly string[] = PAYMENT_METHOD_TYPES.filter((type) => getArrival(type) !== 'now');

/** How an order was paid. `brand` and `last4` only for cards, `bank` for a bank account. Never a whole number. */
export type PaymentMethodDetails = { brand: string | null; last4: string | null; bank: string | null };

/** A payment that the buyer must still make outside of Stripe's page: where its details are, and until when. */
export type PendingPayment = { url: string | null; expiresAt: string | null };

/** The payment methods of a connected account, by Stripe's configuration for our platform. */
export type AccountPaymentMethods = { on: string[]; off: string[] };
