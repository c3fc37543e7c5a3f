import { call } from '#app/session/call.ts';
import { useAct } from '#app/session/use-act.ts';
import { AskDialog } from '#app/ui/dialog.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';
import type { ApiKey } from '#domain/api-key.ts';

type Props = { apiKey: ApiKey; onRevoked: () => void; onClose: () => void };

/** Confirms and revokes an API key immediately. */
export function RevokeDialog({ apiKey: { id, name, lastUsedAt }, onRevoked, onClose }: Props) {
  const { busy, run } = useAct();
  const revoke = async () => {
    const revoked = await run(() => call('revoke-api-key', { keyId: id }), {
      done: { title: 'Key revoked', message: `“${name}” opens nothing any more.` },
      failed: 'The key was not revoked',
    });
    onClose();
    if (revoked) onRevoked();
  };
  return (
    <AskDialog
      title={`Revoke “${name}”?`}
      about={
        <>
          <p>
            From this moment every request with it is refused. Programs that use it stop working until they
            have another one. It cannot be brought back.
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
      safe="Keep the key"
      act="Revoke the key"
      busy={busy && 'Revoking...'}
      onAct={() => void revoke()}
      onClose={onClose}
    />
  );
}
