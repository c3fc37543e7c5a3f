import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { formatWithSymbol, parsePrice } from '#domain/money.ts';
import { listPriceOptions, type PriceOption } from '#domain/offer.ts';
import { findTermsError, INSTALLMENT_LIMITS } from '#domain/payment-terms-fields.ts';

import { getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { AMOUNT_INPUT, FormTextField } from '../fields/builder-text-field.tsx';
import { CountField } from '../fields/count-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useBuilder, useCurrencySign } from '../state/builder-context.ts';

const messages = builderOfferMessages.paymentTerms;

type PaymentTerms = CheckoutPageConfig['paymentTerms'];

export type PaymentTermsProps = {
  option: Required<PriceOption>;
  /** `paymentTerms`, which has an error for each setting, or the path of another price, which has one error. */
  field: string;
  change: (changes: Partial<PaymentTerms>, typedKey?: string) => void;
};

/** Control and error of a setting. The card of another price shows the error itself. */
function useSetting({ option, field }: PaymentTermsProps, setting: keyof PaymentTerms) {
  const { config } = useBuilder();
  const isFirstPrice = field === 'paymentTerms';
  const { id, error, onBlur } = useFieldState(isFirstPrice ? `${field}.${setting}` : field);
  if (isFirstPrice) return { id, error, onBlur };
  const [invalidSetting, message] = (error && findTermsError(option, config)) || [];
  return {
    id: `${id}-${setting}`,
    onBlur,
    hideHelp: true,
    'aria-describedby': error ? `${id}-more` : undefined,
    'aria-invalid': message === error && invalidSetting === setting ? (true as const) : undefined,
  };
}

/** One digit more than the largest valid number has, so that validation can report the excess. */
const MAX_DIGITS = { trialDays: 4, installments: 3 } as const;

/** Setup fee and free trial of a subscription. */
export function SubscriptionFields(props: PaymentTermsProps) {
  const { option, change } = props;
  const { setupFee, trialDays, trialNeedsCard } = option.paymentTerms;
  const { id } = useSetting(props, 'trialNeedsCard');
  return (
    <div className="form-disclosure__content">
      <div className="row2 align-start">
        <FormTextField
          {...AMOUNT_INPUT}
          {...useSetting(props, 'setupFee')}
          label={messages.setupFee}
          placeholder={messages.none}
          prefix={useCurrencySign()}
          value={setupFee}
          onValueChange={(fee) => change({ setupFee: fee }, 'setupFee')}
        />
        <CountField
          {...useSetting(props, 'trialDays')}
          label={messages.trialDays}
          placeholder={messages.none}
          count={trialDays || null}
          maxDigits={MAX_DIGITS.trialDays}
          onCountChange={(days) => change({ trialDays: days ?? 0 }, 'trialDays')}
        />
      </div>
      {trialDays > 0 && (
        <SwitchField
          id={id}
          label={messages.trialNeedsCard}
          hint={trialNeedsCard ? messages.withCard : messages.withoutCard}
          disabled={setupFee === '' ? null : messages.cardForFee}
          checked={trialNeedsCard || setupFee !== ''}
          onChange={(checked) => change({ trialNeedsCard: checked })}
        />
      )}
    </div>
  );
}

/** The sum of all payments, and how it compares with a one-time price of the same page; null while a number is invalid. */
export function describePlan(option: Required<PriceOption>, config: CheckoutPageConfig): string | null {
  const { currency } = config;
  const parse = (price: string): number | null => {
    const parsed = parsePrice(price.trim(), currency);
    return 'amount' in parsed ? parsed.amount : null;
  };
  const format = (amount: number) => formatWithSymbol(amount, currency);
  const { installments } = option.paymentTerms;
  const payment = parse(option.price);
  if (payment === null || installments < INSTALLMENT_LIMITS.minimum || installments > INSTALLMENT_LIMITS.maximum)
    return null;
  const sum = payment * installments;
  const oneTime = listPriceOptions(config).find(({ paymentType }) => paymentType === 'one-time');
  const atOnce = oneTime ? parse(oneTime.price) : null;
  const text = messages.sum({ count: installments, payment: format(payment), sum: format(sum) });
  if (atOnce === null || atOnce === sum) return `${text}.`;
  const getDifference = sum > atOnce ? messages.more : messages.less;
  return `${text}. ${getDifference({ amount: format(Math.abs(sum - atOnce)) })}`;
}

/** Number of payments of a payment plan. */
export function PlanFields(props: PaymentTermsProps) {
  const { option, field, change } = props;
  const sum = describePlan(option, useBuilder().config);
  return (
    // The preview focuses the terms of the first price by this id.
    <div className="form-disclosure__content" id={field === 'paymentTerms' ? getFieldId(field) : undefined}>
      <CountField
        {...useSetting(props, 'installments')}
        label={messages.installments}
        count={option.paymentTerms.installments || null}
        maxDigits={MAX_DIGITS.installments}
        onCountChange={(count) => change({ installments: count ?? 0 }, 'installments')}
      />
      {sum && <p className="hint">{sum}</p>}
    </div>
  );
}
