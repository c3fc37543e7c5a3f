import { Check } from 'lucide-react';
import { useState } from 'react';

import { noteLeftForProvider } from '#app/session/left-for-provider.ts';
import { authClient } from '#app/session/session.ts';
import { taken } from '#app/session/taken.ts';
import { Badge } from '#app/ui/badge.tsx';
import { AskDialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { ProviderMark } from '#app/ui/provider-mark.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import { connectedOf, isOnlyWayIn, type Connected } from './connected.ts';
import type { PasskeysReading } from './passkeys.ts';
import type { PartProps } from './use-account.ts';
import { useAct } from '#app/session/use-act.ts';
import { connectPath, useConnectReturn } from './use-connect-return.ts';

function ConnectKey({ entry }: { entry: Connected }) {
  const { busy, run } = useAct();
  const { provider, name } = entry;
  const connect = () =>
    run(
      async () => {
        const redirectTo = `${window.location.origin}${connectPath(provider)}`;
        const options = { redirectTo, skipBrowserRedirect: true };
        const { url } = await taken(authClient().linkIdentity({ provider, options }));
        if (!url) return;
        noteLeftForProvider();
        window.location.assign(url);
      },
      { failed: `${name} was not connected` },
    );
  return (
    <Key size="sm" onClick={() => void connect()} busy={busy && 'Connecting...'}>
      Connect<span className="vh"> {name}</span>
    </Key>
  );
}

type LeaveProps = { entry: Connected; onLeft: () => void; onClose: () => void };

function DisconnectDialog({ entry: { name, identity }, onLeft, onClose }: LeaveProps) {
  const { busy, run } = useAct();
  const leave = async () => {
    if (!identity) return;
    const done = { title: `${name} disconnected`, message: 'It no longer signs you in.' };
    const act = () => taken(authClient().unlinkIdentity(identity));
    if (!(await run(act, { done, failed: `${name} was not disconnected` }))) return;
    onLeft();
    onClose();
  };
  return (
    <AskDialog
      title={`Disconnect ${name}?`}
      about={`You can no longer sign in with ${name}. Your account there is not touched.`}
      safe="Keep it"
      act="Disconnect"
      busy={busy && 'Disconnecting...'}
      onAct={() => void leave()}
      onClose={onClose}
    />
  );
}

function ConnectedRow({ entry, only, onLeave }: { entry: Connected; only: boolean; onLeave: () => void }) {
  const { provider, name, identity, address } = entry;
  if (!identity)
    return (
      <AccountRow Icon={<ProviderMark provider={provider} />} name={name} facts="Not connected">
        <ConnectKey entry={entry} />
      </AccountRow>
    );
  return (
    <AccountRow
      Icon={<ProviderMark provider={provider} />}
      name={name}
      facts={
        <>
          <Badge label="Connected" tint="mint" Icon={Check} />
          {address && <span className="acc-wrap">{address}</span>}
          {identity.created_at && (
            <span>
              Since <UtcTime iso={identity.created_at} />
            </span>
          )}
          {only && <span>This is your only way in. Set a password first, then it can be disconnected.</span>}
        </>
      }
    >
      {!only && (
        <Key size="sm" onClick={onLeave}>
          Disconnect<span className="vh"> {name}</span>
        </Key>
      )}
    </AccountRow>
  );
}

type Props = PartProps & { passkeys: PasskeysReading };

export function ConnectedPart({ account, user, changed, passkeys }: Props) {
  const entries = connectedOf(user, account.options.providers);
  const [leaving, setLeaving] = useState<Connected | null>(null);
  const only = isOnlyWayIn(account, entries, passkeys.state === 'ready' ? passkeys.value.length : 0);
  useConnectReturn(entries);
  return (
    <AccountPart id="connected" about="Sign in with an account that you have elsewhere.">
      {entries.length > 0 ? (
        <ul className="sheet acc-list">
          {entries.map((entry) => (
            <ConnectedRow key={entry.provider} entry={entry} only={only} onLeave={() => setLeaving(entry)} />
          ))}
        </ul>
      ) : (
        <p className="sheet acc-none muted">No other way of signing in is set up here.</p>
      )}
      {leaving && <DisconnectDialog entry={leaving} onLeft={changed} onClose={() => setLeaving(null)} />}
    </AccountPart>
  );
}
