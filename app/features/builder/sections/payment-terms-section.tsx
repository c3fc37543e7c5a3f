import { ChevronRight } from 'lucide-react';
import { useState } from 'react';

import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { configForOption, listPriceOptions, type PriceOption } from '#domain/offer.ts';
import { findTermsError } from '#domain/payment-terms-fields.ts';
import { describePaymentTerms, hasPaymentTerms } from '#domain/payment-terms.ts';
import { quoteOrder } from '#domain/quote.ts';

import { getFieldId } from '../fields/builder-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { useLazyForm } from './lazy-form.ts';
import type { PaymentTermsProps } from './payment-terms-fields.tsx';

const messages = builderOfferMessages.paymentTerms;

/** The settings of a subscription, collapsed while none is set. */
function SubscriptionTerms(props: PaymentTermsProps) {
  const { option, field } = props;
  const { getFieldError } = useBuilder();
  const isSet = hasPaymentTerms(option);
  const [wasOpened, setOpened] = useState(isSet);
  const hasError = [field, `${field}.setupFee`, `${field}.trialDays`].some((path) => getFieldError(path) !== null);
  const isOpen = wasOpened || (isSet && hasError);
  const lazy = useLazyForm(isOpen);
  return (
    <details
      className="form-disclosure"
      // An error of another price is at the name of its option.
      id={field === 'paymentTerms' ? getFieldId(field) : undefined}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        <ChevronRight className="i" aria-hidden="true" />
        {messages.title}
        <span className="hint">{isSet ? messages.summarySet : messages.summary}</span>
      </summary>
      {lazy && <lazy.SubscriptionFields {...props} />}
    </details>
  );
}

function PlanTerms(props: PaymentTermsProps) {
  const lazy = useLazyForm();
  return lazy && <lazy.PlanFields {...props} />;
}

/** Payment plan, or setup fee and free trial of a price. The script of the fields is loaded only where they are shown. */
export function PaymentTermsSection(props: PaymentTermsProps) {
  const { paymentType } = props.option;
  if (paymentType === 'one-time') return null;
  return paymentType === 'payment-plan' ? <PlanTerms {...props} /> : <SubscriptionTerms {...props} />;
}

/** The sentence that buyers read under the price; nothing while the terms are invalid. */
export function TermsHint({ optionId }: { optionId: PriceOption['id'] }) {
  const { config } = useBuilder();
  const option = listPriceOptions(config).find(({ id }) => id === optionId);
  if (config.payWhatYouWant.enabled || !option || findTermsError(option, config)) return null;
  const quote = quoteOrder(config, { optionId });
  const terms = 'error' in quote ? '' : describePaymentTerms(quote, configForOption(config, optionId) ?? config);
  return terms && <p className="hint">{messages.underPrice({ terms })}</p>;
}
