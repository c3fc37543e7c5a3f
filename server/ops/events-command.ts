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

/** The command `npm run events`: lists, shows and replays events of the inbox. */
export const runEventsCommand: OperatorCommand = async (context, args) => {
  const [command = '', argument = '', ...extraArgs] = args;
  if (extraArgs.length > 0) return failure('Too many arguments. See npm run events');
  if (command === 'list' && (argument === '' || argument === '--parked'))
    return runList(context, argument === '--parked');
  if (command === 'show' && argument !== '') return runShow(context, argument);
  if (command === 'replay' && argument !== '') return runReplay(context, argument);
  return failure('Unknown command or option. See npm run events');
};

const formatEvent = ({ receivedAt, status, attempts, type, id, accountId, lastError }: StripeEventRow): string =>
  [
    receivedAt.toISOString().slice(0, 19),
    status.padEnd(8),
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
  const parkedCount = plural(deadLetterCount, { one: '1 parked event.', other: `${deadLetterCount} parked events.` });
  const summary = deadLetterCount === 0 ? 'No parked events.' : parkedCount;
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
  const isAll = argument === '--all-parked';
  const count = await db.transaction(async (tx) => {
    const replayed = await replayEvents(tx, mode, realNow(), isAll ? undefined : argument);
    const auditEntry = { actor: 'operator', action: 'events_replayed' } as const;
    if (replayed > 0)
      await recordAudit(context, tx, {
        ...auditEntry,
        subject: isAll ? 'parked' : argument,
        facts: { events: replayed },
      });
    return replayed;
  });
  wake('inbox');
  if (count > 0)
    return success(
      plural(count, { one: '1 event will be processed again.', other: `${count} events will be processed again.` }),
    );
  if (isAll) return success('No parked events.');
  const event = await findEvent(db, mode, argument);
  return failure(event ? `This event is still being processed: ${formatEvent(event)}` : unknownEventMessage(argument));
}

const unknownEventMessage = (id: string): string =>
  `There is no event "${stripControlChars(id)}". See npm run events -- list`;
