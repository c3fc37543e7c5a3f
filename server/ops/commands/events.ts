// npm run events: shows Stripe events in the inbox and retries dead-lettered ones.
import { runEventsCommand } from '#server/ops/events-command.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run events -- list                  the newest hundred events: when, what became of each, its tries, its id
  npm run events -- list --parked         those that were given up, and why
  npm run events -- show <id>             all that is known of one
  npm run events -- replay <id>           lets one be acted on again, from the first of its tries on
  npm run events -- replay --all-parked   the same for all that were given up

  To replay an event is safe at any time: nothing is counted, numbered or mailed twice, and what it means is asked of
  the provider again. A running server goes on with it within a second. With the embedded database, stop the server first.
`;

await runOperatorCommand(HELP, ([name = '']) => ['list', 'show', 'replay'].includes(name), runEventsCommand);
