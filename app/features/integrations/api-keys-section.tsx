import { KeyRound, Plus, Clock } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { Table, type TableColumn } from '#app/components/table.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { MAX_API_KEYS, type ApiKey } from '#domain/api-key.ts';

import { getScopePreset, formatScopes } from './api-key-scopes.ts';
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx';
import { IntegrationSection } from './integration-section.tsx';

const EXPIRES_SOON_MS = 7 * 86_400_000;

function KeyExpiry({ expiresAt, now }: { expiresAt: string | null; now: number }) {
  if (expiresAt === null) return <span className="faint">When you revoke it</span>;
  const remainingMs = Date.parse(expiresAt) - now;
  return (
    <span className="api-key-table__expiry-value">
      <UtcTime iso={expiresAt} />
      {remainingMs <= 0 && <Badge label="Has ended" variant="pink" Icon={Clock} />}
      {remainingMs > 0 && remainingMs < EXPIRES_SOON_MS && <Badge label="Ends soon" variant="canary" Icon={Clock} />}
    </span>
  );
}

const getColumns = (now: number): TableColumn<ApiKey>[] => [
  {
    header: 'Key',
    className: 'api-key-table__name',
    render: ({ name, start }) => (
      <>
        <b dir="auto">{name}</b>
        <div className="code-text muted">{start}…</div>
      </>
    ),
  },
  {
    header: 'May',
    className: ({ scopes }) => (getScopePreset(scopes) ? 'api-key-table__scopes' : 'api-key-table__scopes code-text'),
    render: ({ scopes }) => formatScopes(scopes),
  },
  {
    header: 'Last used',
    className: 'api-key-table__last-used small',
    render: ({ lastUsedAt, lastUsedFrom }) =>
      lastUsedAt ? (
        <>
          <span className="table-phone-label faint">Last used: </span>
          <UtcTime iso={lastUsedAt} />
          {lastUsedFrom && <div className="num muted">from {lastUsedFrom}</div>}
        </>
      ) : (
        <span className="faint">Never used</span>
      ),
  },
  {
    header: 'Made',
    className: 'api-key-table__created small',
    render: ({ createdAt }) => (
      <>
        <span className="table-phone-label faint">Made: </span>
        <UtcTime iso={createdAt} />
      </>
    ),
  },
  {
    header: 'Ends',
    className: 'api-key-table__expiry small',
    render: ({ expiresAt }) => (
      <>
        <span className="table-phone-label faint">Ends: </span>
        <KeyExpiry expiresAt={expiresAt} now={now} />
      </>
    ),
  },
  {
    header: 'Acts',
    isHeaderHidden: true,
    className: 'api-key-table__actions r',
    render: (apiKey) => (
      <DialogButton size="sm" renderDialog={(onClose) => <RevokeApiKeyDialog apiKey={apiKey} onClose={onClose} />}>
        Revoke<span className="vh"> {apiKey.name}</span>
      </DialogButton>
    ),
  },
];

function RevokeApiKeyDialog({ apiKey: { id, name, lastUsedAt }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { busy, run } = useRpcMutation('revoke-api-key', {
    success: { title: 'Key revoked', message: `“${name}” opens nothing any more.` },
    failureTitle: 'The key was not revoked',
    invalidates: ['list-api-keys'],
  });
  return (
    <AlertDialog
      title={`Revoke “${name}”?`}
      description={
        <>
          <p>
            From this moment every request with it is refused. Programs that use it stop working until they have another
            one. It cannot be brought back.
          </p>
          <p>
            {lastUsedAt ? (
              <>
                It was last used at <UtcTime iso={lastUsedAt} />.
              </>
            ) : (
              'It has never been used.'
            )}
          </p>
        </>
      }
      cancelLabel="Keep the key"
      confirmLabel="Revoke the key"
      busyLabel={busy && 'Revoking...'}
      onConfirm={() => void run({ keyId: id }).then(onClose)}
      onClose={onClose}
    />
  );
}

const POLL_INTERVAL_MS = 30_000;

function NoApiKeys({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState variant="icon" level={3} Icon={KeyRound} title="Let your own programs in">
      <p className="muted">
        Whatever you do on these screens a program can do as well: publish a page, make a coupon, read the orders. It
        shows a key that you make here, which may do no more than you allow it, and ends as soon as you revoke it.
      </p>
      <Button Icon={Plus} variant="primary" onClick={onCreate}>
        Make a key
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
      title="API keys"
      description={
        <>
          Your programs show a key to read and change what you see here.{' '}
          <a className="link" href="/developers" target="_blank" rel="noreferrer">
            How to use the API
          </a>
        </>
      }
      action={
        hasKeys &&
        data.keys.length < MAX_API_KEYS && (
          <Button Icon={Plus} onClick={openCreateDialog}>
            Make a key
          </Button>
        )
      }
    >
      <QueryBoundary query={query} errorTitle="Your keys could not be loaded" rows={2}>
        {({ keys }) =>
          hasKeys ? (
            <div className="sheet">
              <Table
                caption="API keys"
                className="rows api-keys"
                columns={columns}
                rows={keys}
                getKey={({ id }) => id}
              />
              {keys.length >= MAX_API_KEYS && (
                <p className="integration-section__limit small muted">
                  These are all the keys that a shop can have. Revoke one to make another.
                </p>
              )}
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
