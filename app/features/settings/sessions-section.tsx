import { Check, CircleQuestionMark, Monitor, Smartphone, Tablet, type LucideIcon } from 'lucide-react';

import { Badge } from '#app/components/badge.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import type { AccountSession } from '#domain/account.ts';

import { LabeledTime, SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';
import { useAccountAction } from './use-account.ts';

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
          {device} {current && <Badge label="This browser" variant="mint" Icon={Check} />}
        </>
      }
      details={
        <>
          <LabeledTime label="Last used" iso={lastUsedAt} />
          <LabeledTime label="Signed in" iso={createdAt} />
          {address && <span className="num">{address}</span>}
        </>
      }
    >
      {!current && (
        <DialogButton size="sm" renderDialog={(onClose) => <EndSessionDialog session={session} onClose={onClose} />}>
          End<span className="vh"> the session of {device}</span>
        </DialogButton>
      )}
    </SettingsRow>
  );
}

/** Ends one session, or all others without `session`. */
function EndSessionDialog({ session, onClose }: { session?: AccountSession; onClose: () => void }) {
  const { busy, run } = useAccountAction(
    async () =>
      session
        ? callRpc('end-session', { sessionId: session.id })
        : unwrapAuthResponse(authClient().signOut({ scope: 'others' })),
    {
      success: session
        ? { title: 'Session ended', message: `${session.device} is signed out.` }
        : { title: 'Sessions ended', message: 'Only this browser is still signed in.' },
      failureTitle: session ? 'The session was not ended' : 'The sessions were not ended',
    },
  );
  return (
    <AlertDialog
      title={session ? `End the session of ${session.device}?` : 'End all other sessions?'}
      description="Whoever uses it there is signed out at once. If it was not you, change your password as well."
      cancelLabel={session ? 'Keep it' : 'Keep them'}
      confirmLabel={session ? 'End session' : 'End all others'}
      busyLabel={busy && 'Ending...'}
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
      description="Every browser that is signed in to your account."
      action={
        hasOthers && (
          <DialogButton size="sm" renderDialog={(onClose) => <EndSessionDialog onClose={onClose} />}>
            End all others
          </DialogButton>
        )
      }
    >
      <SectionQuery query={sessionsQuery} subject="Your sessions" rows={3}>
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
