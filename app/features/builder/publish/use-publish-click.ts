import { useLayoutEffect, useRef } from 'react';

import { addPendingEntries, type PendingEntry } from '../state/pending-entries.ts';
import type { usePageValidation } from '../state/use-page-validation.ts';
import type { StripePages } from '../use-stripe-connection.ts';

type Options = {
  stripe: StripePages;
  pendingEntries: ReadonlySet<PendingEntry>;
  validation: ReturnType<typeof usePageValidation>;
  focusField: (field: string) => void;
  requestPublish: () => void;
};

/**
 * Returns the click handler of Publish: connects Stripe, or adds the text left in add fields, then shows validation
 * errors, then publishes or asks first.
 */
export function usePublishClick({ stripe, pendingEntries, validation, focusField, requestPublish }: Options) {
  const publishIfValid = () => {
    const [firstError] = validation.validate();
    validation.showAllErrors();
    if (firstError) focusField(firstError.field);
    else requestPublish();
  };
  // Added text changes the config: the page is validated with the state of the next render.
  const latest = useRef(publishIfValid);
  useLayoutEffect(() => {
    latest.current = publishIfValid;
  });

  async function handlePublishClick() {
    const connection = stripe.connection ?? (await stripe.refresh().catch(() => null));
    if (connection && connection.state !== 'complete') return stripe.connect();
    const refusedField = addPendingEntries(pendingEntries);
    if (refusedField === null) latest.current();
    else focusField(refusedField);
  }
  return () => void handlePublishClick();
}
