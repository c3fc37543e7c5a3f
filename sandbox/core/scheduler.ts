import { ApiError } from './api-error.ts';
import type { CallContext } from './call-context.ts';
import type { MovableClock } from './clock.ts';
import { logError } from './diagnostics.ts';
import type { Store } from './store.ts';

type TaskHandlers = Record<string, (call: CallContext, id: string) => void>;
type ScheduledTask = { seq: number; account: string; kind: string; id: string; due: number };

const MAX_TIMEOUT_MS = 2 ** 31 - 1;

const findNextTask = (store: Store, until: number): ScheduledTask | undefined =>
  store.sql('SELECT seq, account, kind, id, due FROM alarms WHERE due <= ? ORDER BY due, seq LIMIT 1').get(until) as
    | ScheduledTask
    | undefined;

/**
 * Runs the tasks that have become due, earliest first, each in its own transaction with the clock set to its due time.
 * The result does not depend on how far or in how many steps the clock moves.
 */
export const createScheduler = (
  store: Store,
  clock: MovableClock,
  handlers: TaskHandlers,
  call: (account: string) => CallContext,
  onTasksRun: () => void,
) => {
  let timer: NodeJS.Timeout | undefined;

  const runTask = ({ seq, account, kind, id }: ScheduledTask): void => {
    const deleteTask = () => store.sql('DELETE FROM alarms WHERE seq = ?').run(seq);
    try {
      store.transaction(() => {
        deleteTask();
        handlers[kind]?.(call(account), id);
      });
    } catch (error) {
      // An `ApiError` means that the account was disconnected since. Other errors are bugs of the sandbox and are logged.
      if (!(error instanceof ApiError)) logError(error);
      deleteTask();
    }
  };
  const runDueTasks = (): void => {
    const until = clock.seconds();
    let lastDue = 0;
    for (let next = findNextTask(store, until); next; next = findNextTask(store, until)) {
      const task = next;
      lastDue = Math.max(lastDue, task.due);
      clock.runAt(lastDue, () => runTask(task));
    }
    if (lastDue > 0) onTasksRun();
  };
  /** Sets a timer for the next task, so that it runs when real time reaches its due time. */
  const scheduleNext = (): void => {
    clearTimeout(timer);
    const row = store.sql('SELECT min(due) AS due FROM alarms').get();
    if (typeof row?.['due'] !== 'number') return;
    const delayMs = row['due'] * 1000 - clock.now().getTime();
    timer = setTimeout(onTimer, Math.min(Math.max(delayMs, 1), MAX_TIMEOUT_MS)).unref();
  };
  const onTimer = (): void => {
    runDueTasks();
    scheduleNext();
  };
  scheduleNext();
  return { runDueTasks, scheduleNext, stop: () => clearTimeout(timer) };
};
