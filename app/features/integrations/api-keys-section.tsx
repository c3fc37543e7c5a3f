import { KeyRound, Plus, Clock } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { linkInNewTab } from '#app/components/text-links.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { integrationMessages } from '#content/messages/integrations.ts';
import { MAX_API_KEYS } from '#domain/account.ts';
import type { ApiKey } from '#domain/api-key.ts';

import { getScopePreset, formatScopes } from './api-key-scopes.ts';
import { IntegrationSection } from './integration-section.tsx';

const CreateApiKeyDialog = loadOnDemand(async () => (await import('./create-api-key-dialog.tsx')).CreateApiKeyDialog);

const messages = integrationMessages.apiKeys;

const EXPIRES_SOON_MS = 7 * 86_400_000;

function KeyExpiry({ expiresAt, now }: { expiresAt: string | null; now: number }) {
  if (expiresAt === null) return <span className="faint">{messages.neverExpires}</span>;
  const remainingMs = Date.parse(expiresAt) - now;
  return (
    <span className="api-key-table__expiry-value">
      <UtcTime iso={expiresAt} />
      {remainingMs <= 0 && <Badge label={messages.expired} variant="pink" Icon={Clock} />}
      {remainingMs > 0 && remainingMs < EXPIRES_SOON_MS && (
        <Badge label={messages.expiresSoon} variant="canary" Icon={Clock} />
      )}
    </span>
  );
}

const getColumns = (now: number): TableColumn<ApiKey>[] => [
  {
    header: messages.columns.key,
    className: 'api-key-table__name',
    render: ({ name, start }) => (
      <>
        <b dir="auto">{name}</b>
        <div className="code-text muted">{start}…</div>
      </>
    ),
  },
  {
    header: messages.columns.permissions,
    className: ({ scopes }) => (getScopePreset(scopes) ? 'api-key-table__scopes' : 'api-key-table__scopes code-text'),
    render: ({ scopes }) => formatScopes(scopes),
  },
  {
    header: messages.columns.lastUsed,
    className: 'api-key-table__last-used small',
    render: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt ? (
        <>
          <span className="table-phone-label faint">{messages.lastUsedLabel}</span>
          <UtcTime iso={lastUsedAt} />
          {lastUsedFrom && <div className="num muted">{messages.usedFrom({ address: lastUsedFrom })}</div>}
        </>
      ) : (
        <span className="faint">{messages.neverUsed}</span>
      ),
  },
  {
    header: messages.columns.created,
    className: 'api-key-table__created small',
    render: ({ createdAt }) => (
      <>
        <span className="table-phone-label faint">{messages.createdLabel}</span>
        <UtcTime iso={createdAt} />
      </>
    ),
  },
  {
    header: messages.columns.expires,
    className: 'api-key-table__expiry small',
    render: ({ expiresAt }) => (
      <>
        <span className="table-phone-label faint">{messages.expiresLabel}</span>
        <KeyExpiry expiresAt={expiresAt} now={now} />
      </>
    ),
  },
  {
    header: messages.columns.actions,
    isHeaderHidden: true,
    className: 'api-key-table__actions r',
    render: (apiKey) => (
      <DialogButton size="sm" renderDialog={(onClose) => <RevokeApiKeyDialog apiKey={apiKey} onClose={onClose} />}>
        {messages.revoke}
        <span className="vh"> {apiKey.name}</span>
      </DialogButton>
    ),
  },
];

function RevokeApiKeyDialog({ apiKey: { id, name, lastUsedAt }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const dialogMessages = messages.revokeDialog;
  const { busy, run } = useRpcMutation('revoke-api-key', {
    success: { title: dialogMessages.done, message: dialogMessages.doneText({ name }) },
    failureTitle: dialogMessages.failed,
    invalidates: ['list-api-keys'],
  });
  return (
    <AlertDialog
      title={dialogMessages.title({ name })}
      description={
        <>
          <p>{dialogMessages.text}</p>
          <p>
            {lastUsedAt ? (
              <RichText text={dialogMessages.lastUsed} tags={{ date: () => <UtcTime iso={lastUsedAt} /> }} />
            ) : (
              dialogMessages.neverUsed
            )}
          </p>
        </>
      }
      cancelLabel={dialogMessages.cancel}
      confirmLabel={dialogMessages.confirm}
      busyLabel={busy && dialogMessages.busy}
      onConfirm={() => void run({ keyId: id }).then(onClose)}
      onClose={onClose}
    />
  );
}

const POLL_INTERVAL_MS = 30_000;

function NoApiKeys({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState variant="icon" level={3} Icon={KeyRound} title={messages.empty.title}>
      <p className="muted">{messages.empty.text}</p>
      <Button Icon={Plus} variant="primary" onClick={onCreate}>
        {messages.create}
      </Button>
    </EmptyState>
  );
}

export function ApiKeysSection() {
  const query = useRpcQuery('list-api-keys', {}, { refetchInterval: POLL_INTERVAL_MS });
  const { data } = query;
  const [isCreating, setIsCreating] = useState(false);
  const [columns] = useState(() => getColumns(Date.now()));
  const hasKeys = data !== undefined && data.keys.length > 0;
  const openCreateDialog = () => setIsCreating(true);
  return (
    <IntegrationSection
      id="keys"
      title={messages.title}
      description={
        <RichText
          text={messages.description}
          tags={{
            link: linkInNewTab('/developers'),
          }}
        />
      }
      action={
        hasKeys &&
        data.keys.length < MAX_API_KEYS && (
          <Button Icon={Plus} onClick={openCreateDialog}>
            {messages.create}
          </Button>
        )
      }
    >
      <QueryBoundary query={query} errorTitle={messages.loadError} rows={2}>
        {({ keys }) =>
          hasKeys ? (
            <div className="sheet">
              <Table
                caption={messages.caption}
                className="rows api-keys"
                columns={columns}
                rows={keys}
                getKey={({ id }) => id}
              />
              {keys.length >= MAX_API_KEYS && <p className="integration-section__limit small muted">{messages.full}</p>}
            </div>
          ) : (
            <NoApiKeys onCreate={openCreateDialog} />
          )
        }
      </QueryBoundary>
      {isCreating && <CreateApiKeyDialog onClose={() => setIsCreating(false)} />}
    </IntegrationSection>
  );
}
