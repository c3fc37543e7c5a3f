// npm run pages: page reports and suspensions.
import { runPagesCommand } from '#server/ops/pages-command.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run pages -- reports                         what people have reported and nobody has closed: its id, when, which page, why
  npm run pages -- show <slug>                     all that is known of one page, with its reports
  npm run pages -- list                            the pages that are suspended, and why
  npm run pages -- suspend <slug> --reason "…"     takes it down; the reason is told to its seller
  npm run pages -- restore <slug>                  puts it back as it was
  npm run pages -- pause <slug> --hours 6          has it take no payments: it stays up and says so; its seller can end it
  npm run pages -- resume <slug>                   has it take payments again
  npm run pages -- close <report>                  closes a report that nothing follows from
  npm run pages -- suspend --seller <email or id> --reason "…"
  npm run pages -- restore --seller <email or id>  the same for all pages of a seller

  Buyers of a suspended page read that it is gone (410), within seconds and at every name and frame; pay pages that are
  open are closed. Orders and receipts stay, and subscriptions go on until buyer or seller ends them. While one of their
  pages is suspended, a seller can publish no new one. With the embedded database, stop the server first.
`;

const ACTIONS = ['list', 'reports', 'show', 'suspend', 'restore', 'pause', 'resume', 'close'];

await runOperatorCommand(HELP, ([name = '']) => ACTIONS.includes(name), runPagesCommand);
