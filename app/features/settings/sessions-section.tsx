import { Check, CircleQuestionMark, Monitor, Smartphone, Tablet, type LucideIcon } from 'lucide-react';

import { Badge } from '#app/components/badge.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { callAuth } from '#app/lib/session/session.ts';
import { settingsSecurityMessages } from '#content/messages/settings-security.ts';
import type { AccountSession } from '#domain/account.ts';

import { SettingsSection, SectionQuery } from './settings-section.tsx';
import { useAccountAction } from './use-account.ts';

const messages = settingsSecurityMessages.sessions;

const ICONS: Record<AccountSession['kind'], LucideIcon> = {
  desktop: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  unknown: CircleQuestionMark,
};

const COLUMNS: TableColumn<AccountSession>[] = [
  {
    header: messages.columns.device,
    className: 'session-table__device',
    render: ({ device, kind, current }) => {
      const Icon = ICONS[kind];
      return (
        <div className="session-table__device-line">
          <Icon className="i" aria-hidden="true" />
          <b dir="auto">{device}</b>
          {current && <Badge label={messages.thisBrowser} variant="mint" Icon={Check} />}
        </div>
      );
    },
  },
  {
    header: messages.columns.lastUsed,
    className: 'session-table__detail small',
    render: ({ lastUsedAt }) => (
      <>
        <span className="table-phone-label faint">{messages.columns.lastUsed} </span>
        <UtcTime iso={lastUsedAt} />
      </>
    ),
  },
  {
    header: messages.columns.signedIn,
    className: 'session-table__detail small',
    render: ({ createdAt }) => (
      <>
        <span className="table-phone-label faint">{messages.columns.signedIn} </span>
        <UtcTime iso={createdAt} />
      </>
    ),
  },
  {
    header: messages.columns.address,
    className: 'session-table__detail session-table__address small num',
    render: ({ address }) =>
      address && (
        <>
          <span className="table-phone-label faint">{messages.columns.address} </span>
          {address}
        </>
      ),
  },
  {
    header: messages.columns.actions,
    isHeaderHidden: true,
    className: 'session-table__actions r',
    render: (session) =>
      !session.current && (
        <DialogButton size="sm" renderDialog={(onClose) => <EndSessionDialog session={session} onClose={onClose} />}>
          {messages.end.visible}
          <span className="vh"> {messages.end.hidden({ device: session.device })}</span>
        </DialogButton>
      ),
  },
];

/** Ends one session, or all others without `session`. */
function EndSessionDialog({ session, onClose }: { session?: AccountSession; onClose: () => void }) {
  const dialogMessages = messages.endDialog;
  const { busy, run } = useAccountAction(
    async () =>
      session
        ? callRpc('end-session', { sessionId: session.id })
        : callAuth((auth) => auth.signOut({ scope: 'others' })),
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
      <SectionQuery query={sessionsQuery} errorText={messages.loadError} rows={2}>
        {({ sessions }) => (
          <div className="sheet">
            <Table
              caption={messages.caption}
              className="rows sessions"
              columns={COLUMNS}
              rows={sessions}
              getKey={({ id }) => id}
            />
          </div>
        )}
      </SectionQuery>
    </SettingsSection>
  );
}
