import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import { listPriceOptions } from '#domain/offer.ts';

import { FieldHelp } from '../fields/builder-field.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { useLazyForm } from './lazy-form.ts';

const messages = builderOfferMessages.quantity;

/** Lets buyers choose how many they buy. The script of the fields is loaded only where they are shown. */
export function QuantitySection() {
  const { config } = useBuilder();
  const { quantity, payWhatYouWant } = config;
  const { enabled } = quantity;
  const hasPlan = listPriceOptions(config).some(({ paymentType }) => paymentType === 'payment-plan');
  const conflict = payWhatYouWant.enabled ? 'payWhatYouWant' : hasPlan && 'paymentPlan';
  const lazy = useLazyForm(enabled);
  return (
    <>
      <ConfigSwitch
        path="quantity.enabled"
        field="quantity"
        label={messages.enable}
        hint={messages.hint}
        disabled={conflict && !enabled ? messages.unavailable[conflict] : null}
      />
      <FieldHelp field="quantity" />
      {lazy && <lazy.QuantityFields />}
    </>
  );
}
