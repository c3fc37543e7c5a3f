import { callRpc } from '#app/session/call.ts';
import { useAction } from '#app/session/use-act.ts';
import { AlertDialog } from '#app/ui/dialog.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { ApiKey } from '#domain/api-key.ts';

type Props = { apiKey: ApiKey; onRevoked: () => void; onClose: () => void };

/** Confirms and revokes an API key immediately. */
export function RevokeApiKeyDialog({ apiKey: { id, name, lastUsedAt }, onRevoked, onClose }: Props) {
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
