import type { Mode } from '#domain/mode.ts';
import type { Db } from '#server/db/client.ts';
import {
  countParked,
  findEvent,
  listEvents,
  replayEvents,
  type ProviderEvent,
} from '#server/db/provider-events.ts';

export const HELP = `
  npm run events -- list                  the newest hundred events: when, what became of each, its id
  npm run events -- list --parked         those that were given up, and why
  npm run events -- show <id>             all that is known of one
  npm run events -- replay <id>           lets one be acted on again, from the first of its tries on
  npm run events -- replay --all-parked   the same for all that were given up

  To replay an event is safe at any time: nothing is counted, numbered or mailed twice. What it means is asked of the
  provider anew. With PostgreSQL the running shop goes on with it within a second. With the embedded database this
  command works while the shop is stopped.
`;

const MOST = 100;

/** What people did wrong, in words for them. */
export class Mistake extends Error {}

type Desk = { db: Db; mode: Mode };
export type Act = (desk: Desk, what: string) => Promise<string>;

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

/** On one line, and without what a terminal would obey. */
const plain = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ');

/** By name; `what` is the word behind it. Throws Mistake. */
export const EVENT_ACTS: Record<string, Act> = {
  list: async ({ db, mode }, what) => {
    if (what !== '' && what !== '--parked') throw new Mistake(HELP);
    const events = await listEvents(db, mode, { parked: what === '--parked', most: MOST });
    const parked = await countParked(db, mode);
    const sum = parked === 0 ? 'Nothing is parked.' : `${parked} parked.`;
    return [...events.map(lineOf), sum].join('\n');
  },
  show: async ({ db, mode }, id) => {
    const event = await findEvent(db, mode, id);
    if (!event) throw new Mistake(`There is no event "${id}" here. See npm run events -- list`);
    const facts = { ...event, lastError: event.lastError && plain(event.lastError) };
    return JSON.stringify(facts, null, 2);
  },
  replay: async ({ db, mode }, what) => {
    if (what === '') throw new Mistake(`Which event?\n${HELP}`);
    const all = what === '--all-parked';
    const count = await replayEvents(db, mode, new Date(), all ? undefined : what);
    if (count > 0)
      return count === 1 ? '1 event will be acted on again.' : `${count} events will be acted on again.`;
    if (all) return 'Nothing is parked.';
    const event = await findEvent(db, mode, what);
    throw new Mistake(
      event
        ? `The event is still being tried: ${lineOf(event)}`
        : `There is no event "${what}" here. See npm run events -- list`,
    );
  },
};
