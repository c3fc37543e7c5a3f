// npm run audit: prints the audit log.
import { runAuditCommand } from '#server/ops/audit-command.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run audit                              lists the newest 1,000 entries
  npm run audit -- --seller <id>             only entries about this seller’s pages, orders, and account
  npm run audit -- --act page_published      only entries of this action
  npm run audit -- --since 2026-11-01        only entries from this day on (UTC)
  npm run audit -- --csv                     prints CSV

  Entries identify people only by ID, are kept for 400 days, and can’t be changed. IP addresses are deleted after
  30 days. With the embedded database, stop the server first.
`;

await runOperatorCommand(HELP, () => true, runAuditCommand);
