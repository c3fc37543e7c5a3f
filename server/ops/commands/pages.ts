// npm run pages: page reports and suspensions.
import { runPagesCommand } from '#server/ops/pages-command.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run pages -- reports                         lists open reports with ID, time, page, and reason
  npm run pages -- show <slug>                     shows a page and its reports
  npm run pages -- list                            lists suspended pages with the reason
  npm run pages -- suspend <slug> --reason "…"     suspends a page; its seller gets the reason in these words
  npm run pages -- restore <slug>                  restores a suspended page as it was
  npm run pages -- pause <slug> --hours 6          pauses payments; the page stays visible, and its seller can resume them
  npm run pages -- resume <slug>                   resumes payments
  npm run pages -- close <report>                  closes a report without an action
  npm run pages -- suspend --seller <email or ID> --reason "…"
  npm run pages -- restore --seller <email or ID>  does the same for all pages of a seller

  Within seconds, a suspended page responds with status 410 on every domain and in every embed. Open Checkout Sessions are
  closed within a minute. Orders and receipts stay, and subscriptions continue until the buyer or seller cancels them. While
  one of their pages is suspended, a seller can’t publish new ones. With the embedded database, stop the server first.
`;

const ACTIONS = ['list', 'reports', 'show', 'suspend', 'restore', 'pause', 'resume', 'close'];

await runOperatorCommand(HELP, ([name = '']) => ACTIONS.includes(name), runPagesCommand);
