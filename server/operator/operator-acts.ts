import { runBackup } from '#server/backup/tell-backup.ts';
import { runAuditCommand } from '#server/audit/tell-audit.ts';
import { runInvariantsCommand } from '#server/invariants/tell-invariants.ts';
import { runSessionsCommand } from '#server/auth/tell-sessions.ts';
import { runPagesCommand } from '#server/moderation/tell-pages.ts';
import { runEventsCommand } from '#server/webhooks/tell-events.ts';

import type { OperatorCommand } from './operator-act.ts';
import { runReseal } from './tell-reseal.ts';

/** Commands that the operator runs as `npm run <name>` while the app is running. */
export const OPERATOR_COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  backup: runBackup,
  audit: runAuditCommand,
  events: runEventsCommand,
  invariants: runInvariantsCommand,
  sessions: runSessionsCommand,
  pages: runPagesCommand,
  reseal: runReseal,
};
