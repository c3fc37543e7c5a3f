import { Check, CircleQuestionMark, Monitor, Smartphone, Tablet, type LucideIcon } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { AlertDialog } from '#app/components/dialog.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { authClient, unwrapAuthResponse } from '#app/lib/session/session.ts';
import type { AccountSession } from '#domain/account.ts';

import { SettingsSection, SettingsRow, SectionQuery } from './settings-section.tsx';
import type { SectionProps } from './use-account.ts';

const ICONS: Record<AccountSession['kind'], LucideIcon> = {
  desktop: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  unknown: CircleQuestionMark,
};

type RowProps = { session: AccountSession; onEnd: () => void };

function SessionRow({ session, onEnd }: RowProps) {
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
          <span>
            Last used <UtcTime iso={lastUsedAt} />
          </span>
          <span>
            Signed in <UtcTime iso={createdAt} />
          </span>
          {address && <span className="num">{address}</span>}
        </>
      }
    >
      {!current && (
        <Button size="sm" onClick={onEnd}>
          End<span className="vh"> the session of {device}</span>
        </Button>
      )}
    </SettingsRow>
  );
}

/** The session or the sessions to end after confirmation. */
type EndTarget = { one: AccountSession } | { others: number };

function EndSessionDialog({
  target,
  onEnded,
  onClose,
}: {
  target: EndTarget;
  onEnded: () => void;
  onClose: () => void;
}) {
  const session = 'one' in target ? target.one : null;
  const { busy, run } = useAction(
    async () =>
      session
        ? callRpc('end-session', { sessionId: session.id })
        : unwrapAuthResponse(authClient().signOut({ scope: 'others' })),
    {
      success: session
        ? { title: 'Session ended', message: `${session.device} is signed out.` }
        : { title: 'Sessions ended', message: 'Only this browser is still signed in.' },
      failureTitle: session ? 'The session was not ended' : 'The sessions were not ended',
      onSuccess: onEnded,
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

export function SessionsSection({ refresh }: SectionProps) {
  const sessionsQuery = useRpcQuery('list-sessions', {});
  const [target, setTarget] = useState<EndTarget | null>(null);
  const otherCount = sessionsQuery.data?.sessions.filter(({ current }) => !current).length ?? 0;
  return (
    <SettingsSection
      id="sessions"
      description="Every browser that is signed in to your account."
      action={
        otherCount > 0 && (
          <Button size="sm" onClick={() => setTarget({ others: otherCount })}>
            End all others
          </Button>
        )
      }
    >
      <SectionQuery query={sessionsQuery} subject="Your sessions" rows={3}>
        {({ sessions }) => (
          <ul className="sheet">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setTarget({ one: session })} />
            ))}
          </ul>
        )}
      </SectionQuery>
      {target && <EndSessionDialog target={target} onEnded={refresh} onClose={() => setTarget(null)} />}
    </SettingsSection>
  );
}
