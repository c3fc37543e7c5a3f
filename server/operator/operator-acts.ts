import { tellBackup } from '#server/backup/tell-backup.ts';
import { tellAudit } from '#server/audit/tell-audit.ts';
import { tellInvariants } from '#server/invariants/tell-invariants.ts';
import { tellSessions } from '#server/auth/tell-sessions.ts';
import { tellPages } from '#server/moderation/tell-pages.ts';
import { tellEvents } from '#server/webhooks/tell-events.ts';

import type { OperatorAct } from './operator-act.ts';
import { tellReseal } from './tell-reseal.ts';

/** Commands that the operator runs as `npm run <name>` while the app is running. */
export const OPERATOR_ACTS: Readonly<Record<string, OperatorAct>> = {
  backup: tellBackup,
  audit: tellAudit,
  events: tellEvents,
  invariants: tellInvariants,
  sessions: tellSessions,
  pages: tellPages,
  reseal: tellReseal,
};
