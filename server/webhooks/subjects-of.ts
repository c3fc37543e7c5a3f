import type { StripeEventRow } from '#server/db/provider-events.ts';
import type { Subject } from '#server/ledger/subject.ts';

type EventRef = Pick<StripeEventRow, 'accountId' | 'type' | 'objectId' | 'refs'>;
type SubjectRef = Pick<Subject, 'kind' | 'id'>;

/** Events that change the payments or the status of a buyer's subscription. */
const INVOICE_EVENTS = [
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
];

/**
 * Returns the subjects of an event on a connected account; none if it is irrelevant. Only ids are read from the event, the
 * state is fetched from Stripe.
 */
export const subjectsOfEvent = (event: EventRef): Subject[] =>
  readSubjectRefs(event).flatMap(({ kind, id }) => (id ? [{ accountId: event.accountId, kind, id }] : []));

function readSubjectRefs({ type, objectId, refs }: EventRef): SubjectRef[] {
  if (type.startsWith('checkout.session.')) return [{ kind: 'session', id: objectId }];
  if (INVOICE_EVENTS.includes(type)) {
    return [
      { kind: 'invoice', id: objectId },
      { kind: 'subscription', id: refs.subscription ?? '' },
    ];
  }
  if (type.startsWith('customer.subscription.')) return [{ kind: 'subscription', id: objectId }];
  if (/^(refund\.|charge\.refund\.|charge\.dispute\.)/.test(type)) return [{ kind: 'charge', id: refs.charge ?? '' }];
  if (type === 'charge.refunded') return [{ kind: 'charge', id: objectId }];
  return [];
}
