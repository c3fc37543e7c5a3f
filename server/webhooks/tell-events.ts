import { audit } from '#server/audit/audit.ts';
import {
  countParked,
  findEvent,
  listEvents,
  replayEvents,
  type ProviderEvent,
} from '#server/db/provider-events.ts';
import type { OperatorAct, OperatorContext, Told } from '#server/operator/operator-act.ts';
import { plain } from '#server/operator/plain.ts';

const MOST = 100;

/** The command `npm run events`: lists, shows and replays events of the inbox. */
export const tellEvents: OperatorAct = async (context, words) => {
  const [act = '', what = '', ...more] = words;
  if (more.length > 0) return bad('That is more than one can do at once.');
  if (act === 'list' && (what === '' || what === '--parked')) return list(context, what === '--parked');
  if (act === 'show' && what !== '') return show(context, what);
  if (act === 'replay' && what !== '') return replay(context, what);
  return bad('Nothing of that kind can be done: see npm run events');
};

const good = (text: string): Told => ({ text, good: true });
const bad = (text: string): Told => ({ text, good: false });

const lineOf = ({ receivedAt, status, attempts, type, id, accountId, lastError }: ProviderEvent): string =>
  [
    receivedAt.toISOString().slice(0, 19),
    status.padEnd(8),
    String(attempts).padStart(2),
    id,
    type,
    accountId,
    ...(lastError === null ? [] : [`(${plain(lastError)})`]),
  ]
    .filter(Boolean)
    .join('  ');

async function list({ db, mode }: OperatorContext, parked: boolean): Promise<Told> {
  const events = await listEvents(db, mode, { parked, most: MOST });
  const waiting = await countParked(db, mode);
  const sum = waiting === 0 ? 'Nothing is parked.' : `${waiting} parked.`;
  return good([...events.map(lineOf), sum].join('\n'));
}

async function show({ db, mode }: OperatorContext, id: string): Promise<Told> {
  const event = await findEvent(db, mode, id);
  if (!event) return bad(unknown(id));
  return good(JSON.stringify({ ...event, lastError: event.lastError && plain(event.lastError) }, null, 2));
}

async function replay(context: OperatorContext, what: string): Promise<Told> {
  const { db, mode, realNow, ring } = context;
  const all = what === '--all-parked';
  const count = await db.transaction(async (tx) => {
    const replayed = await replayEvents(tx, mode, realNow(), all ? undefined : what);
    const written = { actor: 'operator', act: 'events_replayed' } as const;
    if (replayed > 0)
      await audit(context, tx, { ...written, subject: all ? 'parked' : what, facts: { events: replayed } });
    return replayed;
  });
  ring('inbox');
  if (count > 0)
    return good(count === 1 ? '1 event will be acted on again.' : `${count} events will be acted on again.`);
  if (all) return good('Nothing is parked.');
  const event = await findEvent(db, mode, what);
  return bad(event ? `The event is still being tried: ${lineOf(event)}` : unknown(what));
}

const unknown = (id: string): string => `There is no event "${plain(id)}" here. See npm run events -- list`;
