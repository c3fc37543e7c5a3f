import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { usePolledQuery } from '#app/session/use-asked.ts';
import { formatErrorToast } from '#app/session/use-fail-toast.ts';
import { Button } from '#app/ui/key.tsx';
import { ErrorState } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { MAX_API_KEYS, type ApiKey } from '#domain/api-key.ts';

import { ApiKeyTable } from './key-table.tsx';
import { CreateApiKeyDialog } from './new-key-dialog.tsx';
import { IntegrationSection } from './part.tsx';
import { RevokeApiKeyDialog } from './revoke-dialog.tsx';

const LOAD_ERROR_TITLE = 'Your keys could not be loaded';
const POLL_INTERVAL_MS = 30_000;

function NoApiKeys({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="sheet hook-blank">
      <KeyRound className="i hook-blank-icon" aria-hidden="true" />
      <div className="hook-blank-words">
        <h3 className="h3">Let your own programs in</h3>
        <p className="muted">
          Whatever you do on these screens a program can do as well: publish a page, make a coupon, read the orders. It
          shows a key that you make here, which may do no more than you allow it, and ends as soon as you revoke it.
        </p>
        <Button variant="primary" onClick={onCreate}>
          <Plus className="i" aria-hidden="true" />
          Make a key
        </Button>
      </div>
    </div>
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
          <Button onClick={openCreateDialog}>
            <Plus className="i" aria-hidden="true" />
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
