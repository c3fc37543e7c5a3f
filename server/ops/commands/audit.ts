// npm run audit: prints the audit log.
import { runAuditCommand } from '#server/ops/audit-command.ts';

import { runOperatorCommand } from './installation.ts';

const HELP = `
  npm run audit                              the newest thousand entries
  npm run audit -- --seller <id>             of one seller: what was done in their shop, and to their account
  npm run audit -- --act page_published      of one kind
  npm run audit -- --since 2026-11-01        from that day on (UTC)
  npm run audit -- --csv                     the same as a table

  Entries name people by ids alone, are kept for 400 days, and cannot be changed; where a request came from is
  forgotten after 30. With the embedded database, stop the server first.
`;

await runOperatorCommand(HELP, () => true, runAuditCommand);
