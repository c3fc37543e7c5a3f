import type { CallContext } from '../call.ts';
import type { Objects } from '../objects.ts';
import { cardError, type ApiError } from '../problem.ts';

const ACTION_REQUIRED_MESSAGE =
  'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the {owner}.';

/** Builds the card error of a failed invoice payment. A call that returns it instead of throwing keeps its writes. */
export const paymentFailed = (
  call: CallContext,
  invoice: Objects['invoice'],
  owner: 'invoice' | 'subscription',
): ApiError => {
  const intent = call.repository.get('payment_intent', invoice.hidden?.intent ?? '');
  const error = intent.last_payment_error;
  const commonFields = { payment_intent: { id: intent.id, object: intent.object, status: intent.status } };
  if (intent.status === 'requires_action' || !error)
    return cardError(ACTION_REQUIRED_MESSAGE.replace('{owner}', owner), {
      code: `${owner}_payment_intent_requires_action`,
      ...commonFields,
    });
  return cardError(error.message ?? '', {
    code: error.code ?? 'card_declined',
    ...(error.decline_code && { decline_code: error.decline_code }),
    ...(error.charge && { charge: error.charge }),
    ...commonFields,
  });
};
