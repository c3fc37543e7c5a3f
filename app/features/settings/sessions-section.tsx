import { Check, CircleQuestionMark, Monitor, Smartphone, Tablet, type LucideIcon } from 'lucide-react';

import { Badge } from '#app/components/badge.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import { settingsSecurityMessages } from '#content/messages/settings-security.ts';
import type { AccountSession } from '#domain/account.ts';

import { LabeledTime, SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';
import { useAccountAction } from './use-account.ts';

const messages = settingsSecurityMessages.sessions;

const ICONS: Record<AccountSession['kind'], LucideIcon> = {
  desktop: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  unknown: CircleQuestionMark,
};

function SessionRow({ session }: { session: AccountSession }) {
  const { device, kind, current, address, createdAt, lastUsedAt } = session;
  return (
    <SettingsRow
      isCompact
      Icon={ICONS[kind]}
      name={
        <>
          {device} {current && <Badge label={messages.thisBrowser} variant="mint" Icon={Check} />}
        </>
      }
      details={
        <>
          <LabeledTime label={settingsSecurityMessages.lastUsedAt} iso={lastUsedAt} />
          <LabeledTime label={messages.signedInAt} iso={createdAt} />
          {address && <span className="num">{address}</span>}
        </>
      }
    >
      {!current && (
        <DialogButton size="sm" renderDialog={(onClose) => <EndSessionDialog session={session} onClose={onClose} />}>
          {messages.end.visible}
          <span className="vh"> {messages.end.hidden({ device })}</span>
        </DialogButton>
      )}
    </SettingsRow>
  );
}

/** Ends one session, or all others without `session`. */
function EndSessionDialog({ session, onClose }: { session?: AccountSession; onClose: () => void }) {
  const dialogMessages = messages.endDialog;
  const { busy, run } = useAccountAction(
    async () =>
      session
        ? callRpc('end-session', { sessionId: session.id })
        : unwrapAuthResponse(authClient().signOut({ scope: 'others' })),
    {
      success: session
        ? { title: dialogMessages.ended, message: dialogMessages.endedDescription({ device: session.device }) }
        : { title: dialogMessages.othersEnded, message: dialogMessages.othersEndedDescription },
      failureTitle: session ? dialogMessages.failed : dialogMessages.othersFailed,
    },
  );
  return (
    <AlertDialog
      title={session ? dialogMessages.title({ device: session.device }) : dialogMessages.othersTitle}
      description={session ? dialogMessages.description : dialogMessages.othersDescription}
      cancelLabel={dialogMessages.cancel}
      confirmLabel={session ? dialogMessages.confirm : dialogMessages.confirmOthers}
      busyLabel={busy && dialogMessages.busy}
      onConfirm={() => void run().then(onClose)}
      onClose={onClose}
    />
  );
}

export function SessionsSection() {
  const sessionsQuery = useRpcQuery('list-sessions', {});
  const hasOthers = sessionsQuery.data?.sessions.some(({ current }) => !current) ?? false;
  return (
    <SettingsSection
      id="sessions"
      description={messages.description}
      action={
        hasOthers && (
          <DialogButton size="sm" renderDialog={(onClose) => <EndSessionDialog onClose={onClose} />}>
            {messages.endOthers}
          </DialogButton>
        )
      }
    >
      <SectionQuery query={sessionsQuery} errorText={messages.loadError} rows={3}>
        {({ sessions }) => (
          <ul className="sheet">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </SectionQuery>
    </SettingsSection>
  );
}
