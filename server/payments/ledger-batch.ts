import type { Context } from '#server/core/context.ts';
import { markEventsDone, type LeasedEvent, type StripeEventRow } from '#server/payments/queries/stripe-events.ts';

import { subjectKey, type Subject } from '../ledger/stripe-snapshot.ts';
import { updateLedger, type MarkDone } from '../ledger/update-ledger.ts';
import { failEvent } from './fail-event.ts';

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
const subjectsOfEvent = (event: EventRef): Subject[] =>
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

/** An event on its way through the ledger queue. */
export type LedgerTask = LeasedEvent & { keys: readonly string[]; subjects: readonly Subject[] };

export function toTask(event: LeasedEvent): LedgerTask {
  const subjects = subjectsOfEvent(event);
  return { ...event, subjects, keys: subjects.map(subjectKey) };
}

/**
 * Processes many events together and fetches each subject once. An event is marked done in the transaction that writes its
 * last subject.
 */
export async function processLedgerBatch(context: Context, tasks: readonly LedgerTask[]): Promise<void> {
  const { related = [], unrelated = [] } = Object.groupBy(tasks, ({ keys }) =>
    keys.length > 0 ? 'related' : 'unrelated',
  );
  await markEventsDone(context.db, context.mode, unrelated, 'ignored', context.realNow());
  await applyToLedger(context, related);
}

async function applyToLedger(context: Context, tasks: readonly LedgerTask[]): Promise<void> {
  if (tasks.length === 0) return;
  const writtenKeys = new Set<string>();
  const isWritten = ({ keys }: LedgerTask) => keys.every((key) => writtenKeys.has(key));
  const markDone: MarkDone = (tx, subjects) => {
    const newKeys = new Set(subjects.map(subjectKey));
    for (const key of newKeys) writtenKeys.add(key);
    const doneTasks = tasks.filter((task) => isWritten(task) && task.keys.some((key) => newKeys.has(key)));
    return markEventsDone(tx, context.mode, doneTasks, 'done', context.realNow());
  };
  const errors = await updateAndCollectErrors(context, tasks, markDone);
  for (const task of tasks) {
    const error = task.keys.map((key) => errors.get(key)).find((taskError) => taskError !== undefined);
    if (error !== undefined) await failEvent(context, task, error);
  }
}

/** Updates the ledger and returns the errors by subject key; an unavailable database fails all subjects. */
async function updateAndCollectErrors(
  context: Context,
  tasks: readonly LedgerTask[],
  markDone: MarkDone,
): Promise<Map<string, unknown>> {
  const subjects = tasks.flatMap((task) => task.subjects);
  try {
    const outcomes = await updateLedger(context, subjects, { markDone });
    return new Map(
      [...outcomes].flatMap(([key, outcome]) => (outcome.kind === 'error' ? [[key, outcome.error] as const] : [])),
    );
  } catch (error) {
    return new Map(subjects.map((subject) => [subjectKey(subject), error]));
  }
}
