import type { Call } from './call.ts';
import type { MovableClock } from './clock.ts';
import { complain } from './complain.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

type Ring = Record<string, (call: Call, id: string) => void>;
type Due = { seq: number; account: string; kind: string; id: string; due: number };
export type Alarms = {
  ringDue: () => void;
  /** Sets a timer for the next task, so that it runs when real time reaches its due time. */
  plan: () => void;
  stop: () => void;
};

const longest = 2 ** 31 - 1;

type Ringing = { store: Store; rings: Ring; call: (account: string) => Call };

const nextAlarm = (store: Store, until: number): Due | undefined =>
  store
    .sql('SELECT seq, account, kind, id, due FROM alarms WHERE due <= ? ORDER BY due, seq LIMIT 1')
    .get(until) as Due | undefined;

const ringOne = ({ store, rings, call }: Ringing, { seq, account, kind, id }: Due): void => {
  const forget = () => store.sql('DELETE FROM alarms WHERE seq = ?').run(seq);
  try {
    store.transaction(() => {
      forget();
      rings[kind]?.(call(account), id);
    });
  } catch (error) {
    // An `ApiError` means that the account was disconnected since. Other errors are bugs of the sandbox and are logged.
    if (!(error instanceof Problem)) complain(error);
    forget();
  }
};

/**
 * Runs the tasks that have become due, earliest first, each in its own transaction with the clock set to its due time.
 * The result does not depend on how far or in how many steps the clock moves.
 */
export const openAlarms = (
  store: Store,
  clock: MovableClock,
  rings: Ring,
  call: (account: string) => Call,
  rung: () => void,
): Alarms => {
  let timer: NodeJS.Timeout | undefined;

  const ringDue = (): void => {
    const until = clock.seconds();
    let last = 0;
    for (let alarm = nextAlarm(store, until); alarm; alarm = nextAlarm(store, until)) {
      const due = alarm;
      last = Math.max(last, due.due);
      clock.standingAt(last, () => ringOne({ store, rings, call }, due));
    }
    if (last > 0) rung();
  };
  const plan = (): void => {
    clearTimeout(timer);
    const row = store.sql('SELECT min(due) AS due FROM alarms').get();
    if (typeof row?.['due'] !== 'number') return;
    const wait = row['due'] * 1000 - clock.now().getTime();
    timer = setTimeout(wake, Math.min(Math.max(wait, 1), longest)).unref();
  };
  const wake = (): void => {
    ringDue();
    plan();
  };
  plan();
  return { ringDue, plan, stop: () => clearTimeout(timer) };
};
