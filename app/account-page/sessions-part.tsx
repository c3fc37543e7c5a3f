import { Check, CircleQuestionMark, Monitor, Smartphone, Tablet, type LucideIcon } from 'lucide-react';
import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { Badge } from '#app/ui/badge.tsx';
import { AskDialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { AccountSession } from '#domain/account.ts';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { PartList } from './part-list.tsx';
import type { PartProps } from './use-account.ts';
import { useAct } from '#app/session/use-act.ts';
import { useReading } from './use-reading.ts';

const ICONS: Record<AccountSession['kind'], LucideIcon> = {
  desktop: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  unknown: CircleQuestionMark,
};

const readSessions = async (): Promise<AccountSession[]> => (await call('list-sessions', {})).sessions;

type RowProps = { session: AccountSession; onEnd: () => void };

function SessionRow({ session, onEnd }: RowProps) {
  const { device, kind, current, address, createdAt, lastUsedAt } = session;
  return (
    <AccountRow
      short
      Icon={ICONS[kind]}
      name={
        <>
          {device} {current && <Badge label="This browser" tint="mint" Icon={Check} />}
        </>
      }
      facts={
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
        <Key size="sm" onClick={onEnd}>
          End<span className="vh"> the session of {device}</span>
        </Key>
      )}
    </AccountRow>
  );
}

/** The session or the sessions to end after confirmation. */
type Ending = { one: AccountSession } | { others: number };

function EndDialog({
  ending,
  onEnded,
  onClose,
}: {
  ending: Ending;
  onEnded: () => void;
  onClose: () => void;
}) {
  const { busy, run } = useAct();
  const one = 'one' in ending ? ending.one : null;
  const end = async () => {
    const ended = one
      ? await run(() => call('end-session', { sessionId: one.id }), {
          done: { title: 'Session ended', message: `${one.device} is signed out.` },
          failed: 'The session was not ended',
        })
      : await run(() => taken(authClient().signOut({ scope: 'others' })), {
          done: { title: 'Sessions ended', message: 'Only this browser is still signed in.' },
          failed: 'The sessions were not ended',
        });
    onClose();
    if (ended) onEnded();
  };
  return (
    <AskDialog
      title={one ? `End the session of ${one.device}?` : 'End all other sessions?'}
      about="Whoever uses it there is signed out at once. If it was not you, change your password as well."
      safe={one ? 'Keep it' : 'Keep them'}
      act={one ? 'End session' : 'End all others'}
      busy={busy && 'Ending...'}
      onAct={() => void end()}
      onClose={onClose}
    />
  );
}

export function SessionsPart({ round, changed }: PartProps) {
  const reading = useReading(readSessions, round);
  const [ending, setEnding] = useState<Ending | null>(null);
  const others = reading.state === 'ready' ? reading.value.filter(({ current }) => !current).length : 0;
  return (
    <AccountPart
      id="sessions"
      about="Every browser that is signed in to your account."
      act={
        others > 0 && (
          <Key size="sm" onClick={() => setEnding({ others })}>
            End all others
          </Key>
        )
      }
    >
      <PartList reading={reading} what="Your sessions" rows={3}>
        {(sessions) => (
          <ul className="sheet acc-list">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding({ one: session })} />
            ))}
          </ul>
        )}
      </PartList>
      {ending && <EndDialog ending={ending} onEnded={changed} onClose={() => setEnding(null)} />}
    </AccountPart>
  );
}
