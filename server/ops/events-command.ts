import { plural } from '#content/messages/plural.ts';
import {
  countDeadLettered,
  findEvent,
  listEvents,
  replayEvents,
  type StripeEventRow,
} from '#server/payments/queries/stripe-events.ts';

import { recordAudit } from '../audit/record-audit.ts';
import {
  failure,
  stripControlChars,
  success,
  type CommandOutput,
  type OperatorCommand,
  type OperatorContext,
} from './operator-command.ts';

const MAX_LISTED = 100;

/** Options of the command, each with its name of earlier versions. */
const DEAD_LETTERED_OPTIONS = new Set(['--dead-lettered', '--parked']);
const ALL_DEAD_LETTERED_OPTIONS = new Set(['--all-dead-lettered', '--all-parked']);
const NO_DEAD_LETTERED = 'No dead-lettered events.';

/** The command `npm run events`: lists, shows and replays events of the inbox. */
export const runEventsCommand: OperatorCommand = async (context, args) => {
  const [command = '', argument = '', ...extraArgs] = args;
  if (extraArgs.length > 0) return failure('Too many arguments. See npm run events');
  if (command === 'list' && (argument === '' || DEAD_LETTERED_OPTIONS.has(argument)))
    return runList(context, argument !== '');
  if (command === 'show' && argument !== '') return runShow(context, argument);
  if (command === 'replay' && argument !== '') return runReplay(context, argument);
  return failure('Unknown command or option. See npm run events');
};

const formatEvent = ({ receivedAt, status, attempts, type, id, accountId, lastError }: StripeEventRow): string =>
  [
    receivedAt.toISOString().slice(0, 19),
    status.padEnd(13),
    String(attempts).padStart(2),
    id,
    type,
    accountId,
    ...(lastError === null ? [] : [`(${stripControlChars(lastError)})`]),
  ]
    .filter(Boolean)
    .join('  ');

async function runList({ db, mode }: OperatorContext, onlyDeadLettered: boolean): Promise<CommandOutput> {
  const events = await listEvents(db, mode, { deadLetteredOnly: onlyDeadLettered, limit: MAX_LISTED });
  const deadLetterCount = await countDeadLettered(db, mode);
  const countText = plural(deadLetterCount, {
    one: '1 dead-lettered event.',
    other: `${deadLetterCount} dead-lettered events.`,
  });
  const summary = deadLetterCount === 0 ? NO_DEAD_LETTERED : countText;
  return success([...events.map(formatEvent), summary].join('\n'));
}

async function runShow({ db, mode }: OperatorContext, id: string): Promise<CommandOutput> {
  const event = await findEvent(db, mode, id);
  if (!event) return failure(unknownEventMessage(id));
  return success(
    JSON.stringify({ ...event, lastError: event.lastError && stripControlChars(event.lastError) }, null, 2),
  );
}

async function runReplay(context: OperatorContext, argument: string): Promise<CommandOutput> {
  const { db, mode, realNow, wake } = context;
  const isAll = ALL_DEAD_LETTERED_OPTIONS.has(argument);
  const count = await db.transaction(async (tx) => {
    const replayed = await replayEvents(tx, mode, realNow(), isAll ? undefined : argument);
    const auditEntry = { actor: 'operator', action: 'events_replayed' } as const;
    if (replayed > 0)
      await recordAudit(context, tx, {
        ...auditEntry,
        subject: isAll ? 'dead_lettered' : argument,
        facts: { events: replayed },
      });
    return replayed;
  });
  wake('inbox');
  if (count > 0)
    return success(
      plural(count, { one: '1 event will be processed again.', other: `${count} events will be processed again.` }),
    );
  if (isAll) return success(NO_DEAD_LETTERED);
  const event = await findEvent(db, mode, argument);
  return failure(event ? `This event is still being processed: ${formatEvent(event)}` : unknownEventMessage(argument));
}

const unknownEventMessage = (id: string): string =>
  `There is no event "${stripControlChars(id)}". See npm run events -- list`;
