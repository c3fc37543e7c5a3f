import { useEffect } from 'react';

import { builderOfferMessages } from '#content/messages/builder-offer.ts';

import { FieldHelp } from '../fields/builder-field.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { lazyForm } from './lazy-form.ts';

const messages = builderOfferMessages.quantity;

/** Lets buyers choose how many they buy. The script of the fields is loaded only where they are shown. */
export function QuantitySection() {
  const { quantity, payWhatYouWant } = useBuilder().config;
  const { enabled } = quantity;
  const lazy = lazyForm.useLoaded();
  useEffect(() => {
    if (enabled) void lazyForm.load().catch(() => undefined);
  }, [enabled]);
  return (
    <>
      <ConfigSwitch
        path="quantity.enabled"
        field="quantity"
        label={messages.enable}
        hint={messages.hint}
        disabled={payWhatYouWant.enabled && !enabled ? messages.unavailable : null}
      />
      <FieldHelp field="quantity" />
      {enabled && lazy && <lazy.QuantityFields />}
    </>
  );
}
