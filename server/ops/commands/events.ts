// npm run events: shows Stripe events in the inbox and retries dead-lettered ones.
import { runEventsCommand } from '#server/ops/events-command.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run events -- list                         lists the newest 100 Stripe events with time, status, tries, and ID
  npm run events -- list --dead-lettered         lists events that are no longer retried, with the reason
  npm run events -- show <id>                    shows all details of an event
  npm run events -- replay <id>                  processes an event again, starting with its first try
  npm run events -- replay --all-dead-lettered   processes all events again that are no longer retried

  Replaying an event is always safe: the current state is fetched from Stripe, and nothing is counted, numbered, or emailed
  twice. A running server starts within a second. With the embedded database, stop the server first.
`;

await runOperatorCommand(HELP, ([name = '']) => ['list', 'show', 'replay'].includes(name), runEventsCommand);
