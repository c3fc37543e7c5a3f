import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { AlertDialog } from '#app/components/dialog.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { UtcTime } from '#app/components/utc-time.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { usePolledQuery } from '#app/lib/rpc/use-polled-query.ts';
import { useAction } from '#app/lib/use-action.ts';
import { formatErrorToast } from '#app/lib/use-error-toast.ts';
import { MAX_API_KEYS, type ApiKey } from '#domain/api-key.ts';

import { ApiKeyTable } from './api-key-table.tsx';
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx';
import { IntegrationSection } from './integration-section.tsx';

type Props = { apiKey: ApiKey; onRevoked: () => void; onClose: () => void };

/** Confirms and revokes an API key immediately. */
function RevokeApiKeyDialog({ apiKey: { id, name, lastUsedAt }, onRevoked, onClose }: Props) {
  const { busy, run } = useAction();
  const revoke = async () => {
    const wasRevoked = await run(() => callRpc('revoke-api-key', { keyId: id }), {
      success: { title: 'Key revoked', message: `“${name}” opens nothing any more.` },
      failureTitle: 'The key was not revoked',
    });
    onClose();
    if (wasRevoked) onRevoked();
  };
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
      onConfirm={() => void revoke()}
      onClose={onClose}
    />
  );
}

const LOAD_ERROR_TITLE = 'Your keys could not be loaded';
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

/** Section with the seller's API keys. */
export function ApiKeysSection() {
  const { data, error, refetch, retry } = usePolledQuery('list-api-keys', {}, POLL_INTERVAL_MS);
  const [isCreating, setIsCreating] = useState(false);
  const [keyToRevoke, setKeyToRevoke] = useState<ApiKey | null>(null);
  const hasKeys = data !== null && data.keys.length > 0;
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
      {data === null &&
        (error === null ? (
          <Skeleton rows={2} />
        ) : (
          <ErrorState
            title={LOAD_ERROR_TITLE}
            description={formatErrorToast(error, LOAD_ERROR_TITLE).message}
            onRetry={retry}
          />
        ))}
      {data && !hasKeys && <NoApiKeys onCreate={openCreateDialog} />}
      {hasKeys && (
        <div className="sheet">
          <ApiKeyTable keys={data.keys} onRevoke={setKeyToRevoke} />
          {data.keys.length >= MAX_API_KEYS && (
            <p className="hook-room small muted">
              These are all the keys that a shop can have. Revoke one to make another.
            </p>
          )}
        </div>
      )}
      {isCreating && <CreateApiKeyDialog onCreated={refetch} onClose={() => setIsCreating(false)} />}
      {keyToRevoke && (
        <RevokeApiKeyDialog apiKey={keyToRevoke} onRevoked={refetch} onClose={() => setKeyToRevoke(null)} />
      )}
    </IntegrationSection>
  );
}
