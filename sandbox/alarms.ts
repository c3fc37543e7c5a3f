import type { Call } from './call.ts';
import type { Clock } from './clock.ts';
import type { Store } from './store.ts';

type Ring = Record<string, (call: Call, id: string) => void>;
export type Alarms = { ringDue: () => void; stop: () => void };

/** Carries out what the clock has made due, earliest first; each in its own transaction. */
export const openAlarms = (
  store: Store,
  clock: Clock,
  rings: Ring,
  call: (account: string) => Call,
  rung: () => void,
): Alarms => {
  let timer: NodeJS.Timeout | undefined;

  const ringNext = (): boolean =>
    store.transaction(() => {
      const row = store
        .sql('SELECT seq, account, kind, id FROM alarms WHERE due <= ? ORDER BY due, seq LIMIT 1')
        .get(clock.seconds());
      if (!row) return false;
      store.sql('DELETE FROM alarms WHERE seq = ?').run(Number(row['seq']));
      rings[String(row['kind'])]?.(call(String(row['account'])), String(row['id']));
      return true;
    });
  const anyDue = (): boolean =>
    store.sql('SELECT 1 FROM alarms WHERE due <= ? LIMIT 1').get(clock.seconds()) !== undefined;
  const ringDue = (): void => {
    if (!anyDue()) return;
    while (ringNext()) rung();
  };
  const minute = 60_000;
  timer = setInterval(ringDue, minute);
  timer.unref();
  return { ringDue, stop: () => clearInterval(timer) };
};
