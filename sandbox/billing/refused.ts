import type { Call } from '../call.ts';
import type { Objects } from '../objects.ts';
import { cardProblem, type Problem } from '../problem.ts';

const waits =
  'This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the {owner}.';

/** Builds the card error of a failed invoice payment. A call that returns it instead of throwing keeps its writes. */
export const paymentRefused = (
  call: Call,
  invoice: Objects['invoice'],
  owner: 'invoice' | 'subscription',
): Problem => {
  const intent = call.books.get('payment_intent', invoice.hidden?.intent ?? '');
  const error = intent.last_payment_error;
  const common = { payment_intent: { id: intent.id, object: intent.object, status: intent.status } };
  if (intent.status === 'requires_action' || !error)
    return cardProblem(waits.replace('{owner}', owner), {
      code: `${owner}_payment_intent_requires_action`,
      ...common,
    });
  return cardProblem(error.message ?? '', {
    code: error.code ?? 'card_declined',
    ...(error.decline_code && { decline_code: error.decline_code }),
    ...(error.charge && { charge: error.charge }),
    ...common,
  });
};
