import { pageChangeMessages } from '#content/messages/page-changes.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { parseChargeablePrice, validateSum } from './money.ts';
import { BASE_OPTION, type PriceOption } from './offer.ts';
import { listBuyerChoices } from './order-bump.ts';
import { changeOf, describeChange, describeToggle, type FieldCheck, type PageField } from './page-field-type.ts';
import { quoteOrder } from './quote.ts';

export const MAX_TRIAL_DAYS = 730;
export const INSTALLMENT_LIMITS = { minimum: 2, maximum: 24 } as const;

const { labels, values } = pageChangeMessages;
const rules = pageRuleMessages.paymentTerms;

type Config = CheckoutPageConfig;
type PaymentTerms = Config['paymentTerms'];
type TermsCheck = [setting: keyof PaymentTerms, message: string | null];

/** The most expensive first payment must not exceed Stripe's largest amount. */
function validateFirstPayment({ id }: PriceOption, config: Config): string | null {
  const withoutBumps = { ...config, bumps: { ...config.bumps, items: [] } };
  for (const { config: priced, optionId, quantity } of listBuyerChoices(withoutBumps)) {
    if (optionId !== id) continue;
    const quote = quoteOrder(priced, { optionId, quantity });
    if ('at' in quote && quote.at === 'total') return quote.error;
  }
  return null;
}

function checkSubscription(option: Required<PriceOption>, config: Config): TermsCheck[] {
  const { setupFee, trialDays } = option.paymentTerms;
  const isTrialTooLong = trialDays > MAX_TRIAL_DAYS || trialDays < 0;
  const fee = setupFee === '' ? null : parseChargeablePrice(setupFee, config.currency);
  const { enabled: isPayWhatYouWant } = config.payWhatYouWant;
  return [
    ['trialDays', isTrialTooLong ? rules.trialDays({ max: MAX_TRIAL_DAYS }) : null],
    ['trialDays', isPayWhatYouWant && trialDays > 0 ? rules.trialWithPayWhatYouWant : null],
    ['setupFee', fee && 'error' in fee ? fee.error : null],
    ['setupFee', fee && 'amount' in fee && fee.amount === 0 ? rules.freeFee : null],
    ['setupFee', fee ? validateFirstPayment(option, config) : null],
    ['setupFee', isPayWhatYouWant && fee ? rules.feeWithPayWhatYouWant : null],
  ];
}

function checkPaymentPlan(option: Required<PriceOption>, config: Config): TermsCheck[] {
  const { installments } = option.paymentTerms;
  const { minimum, maximum } = INSTALLMENT_LIMITS;
  const payment = parseChargeablePrice(option.price, config.currency);
  const isCount = installments >= minimum && installments <= maximum;
  return [
    ['installments', 'amount' in payment && payment.amount === 0 ? rules.freePlan : null],
    ['installments', isCount ? null : rules.installments({ minimum, maximum })],
    ['installments', option.billingFrequency === 'yearly' ? rules.yearlyPlan : null],
    ['installments', config.payWhatYouWant.enabled ? rules.planWithPayWhatYouWant : null],
    ['installments', config.quantity.enabled ? rules.planWithQuantity : null],
    ['installments', 'amount' in payment ? validateSum(payment.amount * installments, config.currency) : null],
  ];
}

/** Returns the first error of the terms of a price, with the setting that causes it. */
export function findTermsError(option: Required<PriceOption>, config: Config): TermsCheck | undefined {
  const check = { 'one-time': () => [], subscription: checkSubscription, 'payment-plan': checkPaymentPlan };
  return check[option.paymentType](option, config).find(([, message]) => message !== null);
}

export const normalizeTerms = (terms: PaymentTerms): PaymentTerms => ({ ...terms, setupFee: terms.setupFee.trim() });

export const paymentTermsField: PageField<PaymentTerms> = {
  normalize: normalizeTerms,
  validate: (config): FieldCheck[] => {
    const error = findTermsError({ ...config, id: BASE_OPTION, name: '' }, config);
    return error ? [[`paymentTerms.${error[0]}`, error[1]]] : [];
  },
  describe: (change) => [
    ...describeChange(labels.setupFee, changeOf(change, 'setupFee')),
    ...describeChange(labels.trialDays, changeOf(change, 'trialDays'), (days) => String(days || values.none)),
    ...describeToggle(changeOf(change, 'trialNeedsCard'), pageChangeMessages.trialCard),
    ...describeChange(labels.installments, changeOf(change, 'installments')),
  ],
};
