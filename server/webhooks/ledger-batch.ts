import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { updateEventsDone, type ClaimedEvent } from '#server/db/provider-events.ts';
import { subjectKey, type Subject } from '#server/ledger/subject.ts';
import { updateLedger, type Mark } from '#server/ledger/update-ledger.ts';

import { failEvent, MAX_TRIES } from './fail-event.ts';
import { subjectsOf } from './subjects-of.ts';

/** An event with its subjects and their keys. */
export type Task = { event: ClaimedEvent; keys: readonly string[]; subjects: readonly Subject[] };

export function taskOf(event: ClaimedEvent): Task {
  const subjects = subjectsOf(event);
  return { event, subjects, keys: subjects.map(subjectKey) };
}

/**
 * Processes many events together and fetches each subject once. An event is marked done in the transaction that writes its
 * last subject.
 */
export async function workBatch(context: Context, tasks: readonly Task[]): Promise<void> {
  const given = tasks.filter(({ event }) => event.attempts > MAX_TRIES);
  for (const { event } of given)
    await failEvent(context, event, new Error('No try came to an end: the process may have died in each'));
  const open = tasks.filter(({ event }) => event.attempts <= MAX_TRIES);
  const nothing = open.filter(({ keys }) => keys.length === 0);
  await mark(context, context.db, nothing, 'ignored');
  await inLedger(
    context,
    open.filter(({ keys }) => keys.length > 0),
  );
}

async function inLedger(context: Context, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return;
  const written = new Set<string>();
  const isWritten = ({ keys }: Task) => keys.every((key) => written.has(key));
  const markDone: Mark = (tx, subjects) => {
    const now = new Set(subjects.map(subjectKey));
    for (const key of now) written.add(key);
    const done = tasks.filter((task) => isWritten(task) && task.keys.some((key) => now.has(key)));
    return mark(context, tx, done, 'done');
  };
  const errors = await errorsOf(context, tasks, markDone);
  for (const task of tasks) {
    const error = task.keys.map((key) => errors.get(key)).find((one) => one !== undefined);
    if (error !== undefined) await failEvent(context, task.event, error);
  }
}

/** Updates the ledger and returns the errors by subject key; an unavailable database fails all subjects. */
async function errorsOf(
  context: Context,
  tasks: readonly Task[],
  markDone: Mark,
): Promise<Map<string, unknown>> {
  const subjects = tasks.flatMap((task) => task.subjects);
  try {
    const outcomes = await updateLedger(context, subjects, { mark: markDone });
    return new Map(
      [...outcomes].flatMap(([key, outcome]) =>
        outcome.kind === 'error' ? [[key, outcome.error] as const] : [],
      ),
    );
  } catch (error) {
    return new Map(subjects.map((subject) => [subjectKey(subject), error]));
  }
}

const mark = (context: Context, db: Db, tasks: readonly Task[], status: 'done' | 'ignored'): Promise<void> =>
  updateEventsDone(
    db,
    context.mode,
    tasks.map(({ event }) => event),
    status,
    context.realNow(),
  );
