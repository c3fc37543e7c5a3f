import type { User, UserIdentity } from '@supabase/auth-js';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { AlertDialog, DialogButton } from '#app/components/dialog.tsx';
import { ProviderLogo } from '#app/components/provider-logo.tsx';
import { toast } from '#app/components/toast.tsx';
import { getErrorMessage } from '#app/lib/error-message.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { markProviderRedirect, consumeProviderRedirect } from '#app/lib/session/provider-redirect.ts';
import { callAuth, loadAuthClient } from '#app/lib/session/session.ts';
import { settingsSecurityMessages } from '#content/messages/settings-security.ts';
import { type IdentityProvider, IDENTITY_PROVIDER_NAMES, IDENTITY_PROVIDERS, type Account } from '#domain/account.ts';

import type { PasskeysQuery } from './passkeys-section.tsx';
import { LabeledTime, SettingsSection, SettingsRow } from './settings-section.tsx';
import { useAccountAction, type SectionProps } from './use-account.ts';

const messages = settingsSecurityMessages.connectedAccounts;

type ConnectedAccount = {
  provider: IdentityProvider;
  name: string;
  /** Null when not connected. */
  identity: UserIdentity | null;
  /** Email address at the provider, if known. */
  email: string | null;
};

const getIdentityEmail = (identity: UserIdentity): string | null => {
  const email: unknown = identity.identity_data?.email;
  return typeof email === 'string' && email ? email : null;
};

/** Lists the providers that are offered or were connected earlier. */
export function listConnectedAccounts(
  user: Pick<User, 'identities'>,
  offeredProviders: readonly IdentityProvider[],
): ConnectedAccount[] {
  return IDENTITY_PROVIDERS.flatMap((provider) => {
    const identity = user.identities?.find((candidate) => candidate.provider === provider) ?? null;
    if (!identity && !offeredProviders.includes(provider)) return [];
    return [
      {
        provider,
        name: IDENTITY_PROVIDER_NAMES[provider],
        identity,
        email: identity && getIdentityEmail(identity),
      },
    ];
  });
}

/** True when the account has no password, no passkey, and no second connected provider. */
export const isOnlySignInMethod = (
  account: Pick<Account, 'hasPassword'>,
  accounts: readonly ConnectedAccount[],
  passkeyCount: number,
): boolean =>
  !account.hasPassword && passkeyCount === 0 && accounts.filter(({ identity }) => identity !== null).length === 1;

const CONNECTED_PARAM = 'connected';

/** URL that the provider redirects back to. */
const getConnectReturnPath = (provider: IdentityProvider): string => `/account?${CONNECTED_PARAM}=${provider}`;

/** Reports the result after the redirect from a provider, and cleans the URL. */
function useConnectReturn(connections: readonly ConnectedAccount[]): void {
  const [searchParams, setSearchParams] = useSearchParams();
  const returnedConnection = connections.find(({ provider }) => provider === searchParams.get(CONNECTED_PARAM));
  useEffect(() => {
    if (!returnedConnection) return;
    const reportResult = async () => {
      // Ignores error texts in URLs unless this tab left for a provider.
      const wasRedirected = consumeProviderRedirect();
      const { error } = await (await loadAuthClient()).initialize();
      const { name, identity } = returnedConnection;
      if (wasRedirected && error)
        toast(
          { title: messages.connectFailed({ provider: name }), message: getErrorMessage(error) },
          { destructive: true },
        );
      else if (wasRedirected && identity)
        toast({
          title: messages.connected({ provider: name }),
          message: messages.connectedDescription({ provider: name }),
        });
      setSearchParams({}, { replace: true, preventScrollReset: true });
      document.getElementById('connected')?.scrollIntoView();
    };
    void reportResult();
    // oxlint-disable-next-line react/exhaustive-deps -- runs once for each return
  }, [returnedConnection?.provider]);
}

function ConnectButton({ connection }: { connection: ConnectedAccount }) {
  const { provider, name } = connection;
  const { busy, run } = useAction(
    async () => {
      const redirectTo = `${window.location.origin}${getConnectReturnPath(provider)}`;
      const options = { redirectTo, skipBrowserRedirect: true };
      const { url } = await callAuth((auth) => auth.linkIdentity({ provider, options }));
      if (!url) return;
      markProviderRedirect();
      window.location.assign(url);
    },
    { failureTitle: messages.connectFailed({ provider: name }) },
  );
  return (
    <Button size="sm" onClick={() => void run()} busyLabel={busy && messages.connecting}>
      {messages.connect}
      <span className="vh"> {name}</span>
    </Button>
  );
}

type DisconnectDialogProps = { connection: ConnectedAccount; onClose: () => void };

function DisconnectDialog({ connection: { name, identity }, onClose }: DisconnectDialogProps) {
  const dialogMessages = messages.disconnectDialog;
  const provider = { provider: name };
  const { busy, run } = useAccountAction(async () => identity && callAuth((auth) => auth.unlinkIdentity(identity)), {
    success: {
      title: dialogMessages.disconnected(provider),
      message: dialogMessages.disconnectedDescription(provider),
    },
    failureTitle: dialogMessages.failed(provider),
    onSuccess: onClose,
  });
  return (
    <AlertDialog
      title={dialogMessages.title(provider)}
      description={dialogMessages.description(provider)}
      cancelLabel={dialogMessages.cancel}
      confirmLabel={dialogMessages.confirm}
      busyLabel={busy && dialogMessages.busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  );
}

type RowProps = { connection: ConnectedAccount; isOnlyMethod: boolean };

function ConnectedAccountRow({ connection, isOnlyMethod }: RowProps) {
  const { provider, name, identity, email } = connection;
  if (!identity)
    return (
      <SettingsRow Icon={<ProviderLogo provider={provider} />} name={name} details={messages.notConnected}>
        <ConnectButton connection={connection} />
      </SettingsRow>
    );
  return (
    <SettingsRow
      Icon={<ProviderLogo provider={provider} />}
      name={name}
      details={
        <>
          <Badge label={messages.badge} variant="mint" Icon={Check} />
          {email && <span>{email}</span>}
          {identity.created_at && <LabeledTime label={messages.since} iso={identity.created_at} />}
          {isOnlyMethod && <span>{messages.onlyMethod}</span>}
        </>
      }
    >
      {!isOnlyMethod && (
        <DialogButton
          size="sm"
          renderDialog={(onClose) => <DisconnectDialog connection={connection} onClose={onClose} />}
        >
          {messages.disconnect}
          <span className="vh"> {name}</span>
        </DialogButton>
      )}
    </SettingsRow>
  );
}

type Props = SectionProps & { passkeysQuery: PasskeysQuery };

export function ConnectedAccountsSection({ account, user, passkeysQuery }: Props) {
  const connections = listConnectedAccounts(user, account.options.providers);
  const isOnlyMethod = isOnlySignInMethod(account, connections, passkeysQuery.data?.length ?? 0);
  useConnectReturn(connections);
  return (
    <SettingsSection id="connected" description={messages.description}>
      {connections.length > 0 ? (
        <ul className="sheet">
          {connections.map((connection) => (
            <ConnectedAccountRow key={connection.provider} connection={connection} isOnlyMethod={isOnlyMethod} />
          ))}
        </ul>
      ) : (
        <p className="sheet settings-section__empty muted">{messages.empty}</p>
      )}
    </SettingsSection>
  );
}
