import { Check } from 'lucide-react';
import { useState } from 'react';

import { markProviderRedirect } from '#app/session/left-for-provider.ts';
import { authClient } from '#app/session/session.ts';
import { unwrapAuthResponse } from '#app/session/taken.ts';
import { Badge } from '#app/ui/badge.tsx';
import { AlertDialog } from '#app/ui/dialog.tsx';
import { Button } from '#app/ui/key.tsx';
import { ProviderLogo } from '#app/ui/provider-mark.tsx';
import { UtcTime } from '#app/ui/utc-time.tsx';

import { SettingsSection } from './account-part.tsx';
import { SettingsRow } from './account-row.tsx';
import { listConnectedAccounts, isOnlySignInMethod, type ConnectedAccount } from './connected.ts';
import type { PasskeysQuery } from './passkeys.ts';
import type { SectionProps } from './use-account.ts';
import { useAction } from '#app/session/use-act.ts';
import { getConnectReturnPath, useConnectReturn } from './use-connect-return.ts';

function ConnectButton({ connection }: { connection: ConnectedAccount }) {
  const { busy, run } = useAction();
  const { provider, name } = connection;
  const connect = () =>
    run(
      async () => {
        const redirectTo = `${window.location.origin}${getConnectReturnPath(provider)}`;
        const options = { redirectTo, skipBrowserRedirect: true };
        const { url } = await unwrapAuthResponse(authClient().linkIdentity({ provider, options }));
        if (!url) return;
        markProviderRedirect();
        window.location.assign(url);
      },
      { failureTitle: `${name} was not connected` },
    );
  return (
    <Button size="sm" onClick={() => void connect()} busyLabel={busy && 'Connecting...'}>
      Connect<span className="vh"> {name}</span>
    </Button>
  );
}

type DisconnectDialogProps = {
  connection: ConnectedAccount;
  onDisconnected: () => void;
  onClose: () => void;
};

function DisconnectDialog({ connection: { name, identity }, onDisconnected, onClose }: DisconnectDialogProps) {
  const { busy, run } = useAction();
  const disconnect = async () => {
    if (!identity) return;
    const success = { title: `${name} disconnected`, message: 'It no longer signs you in.' };
    const unlinkIdentity = () => unwrapAuthResponse(authClient().unlinkIdentity(identity));
    if (!(await run(unlinkIdentity, { success, failureTitle: `${name} was not disconnected` }))) return;
    onDisconnected();
    onClose();
  };
  return (
    <AlertDialog
      title={`Disconnect ${name}?`}
      description={`You can no longer sign in with ${name}. Your account there is not touched.`}
      cancelLabel="Keep it"
      confirmLabel="Disconnect"
      busyLabel={busy && 'Disconnecting...'}
      onConfirm={() => void disconnect()}
      onClose={onClose}
    />
  );
}

function ConnectedAccountRow({
  connection,
  isOnlyMethod,
  onDisconnect,
}: {
  connection: ConnectedAccount;
  isOnlyMethod: boolean;
  onDisconnect: () => void;
}) {
  const { provider, name, identity, email } = connection;
  if (!identity)
    return (
      <SettingsRow Icon={<ProviderLogo provider={provider} />} name={name} details="Not connected">
        <ConnectButton connection={connection} />
      </SettingsRow>
    );
  return (
    <SettingsRow
      Icon={<ProviderLogo provider={provider} />}
      name={name}
      details={
        <>
          <Badge label="Connected" variant="mint" Icon={Check} />
          {email && <span className="acc-wrap">{email}</span>}
          {identity.created_at && (
            <span>
              Since <UtcTime iso={identity.created_at} />
            </span>
          )}
          {isOnlyMethod && <span>This is your only way in. Set a password first, then it can be disconnected.</span>}
        </>
      }
    >
      {!isOnlyMethod && (
        <Button size="sm" onClick={onDisconnect}>
          Disconnect<span className="vh"> {name}</span>
        </Button>
      )}
    </SettingsRow>
  );
}

type Props = SectionProps & { passkeysQuery: PasskeysQuery };

export function ConnectedAccountsSection({ account, user, refresh, passkeysQuery }: Props) {
  const connections = listConnectedAccounts(user, account.options.providers);
  const [connectionToRemove, setConnectionToRemove] = useState<ConnectedAccount | null>(null);
  const isOnlyMethod = isOnlySignInMethod(
    account,
    connections,
    passkeysQuery.status === 'ready' ? passkeysQuery.data.length : 0,
  );
  useConnectReturn(connections);
  return (
    <SettingsSection id="connected" description="Sign in with an account that you have elsewhere.">
      {connections.length > 0 ? (
        <ul className="sheet acc-list">
          {connections.map((connection) => (
            <ConnectedAccountRow
              key={connection.provider}
              connection={connection}
              isOnlyMethod={isOnlyMethod}
              onDisconnect={() => setConnectionToRemove(connection)}
            />
          ))}
        </ul>
      ) : (
        <p className="sheet acc-none muted">No other way of signing in is set up here.</p>
      )}
      {connectionToRemove && (
        <DisconnectDialog
          connection={connectionToRemove}
          onDisconnected={refresh}
          onClose={() => setConnectionToRemove(null)}
        />
      )}
    </SettingsSection>
  );
}
