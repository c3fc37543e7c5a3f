import { useEffect } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';

import { ErrorState } from '#app/components/error-state.tsx';
import { AppShell } from '#app/features/auth/app-shell.tsx';
import { useSignOut } from '#app/features/auth/sign-out.tsx';
import { CommandMenu } from '#app/features/command-menu/command-menu.tsx';
import { RpcQueryProvider } from '#app/lib/rpc/rpc-query-provider.tsx';
import { useScreenData } from '#app/lib/screen-data.ts';
import { withNextParam } from '#app/lib/session/next-path.ts';
import { ReauthPrompt } from '#app/lib/session/reauth-prompt.tsx';
import { SIGNED_OUT_PATH, useSession, useSessionEnd, useSignedOutPath } from '#app/lib/session/session.ts';
import { useFocusOnNavigation } from '#app/lib/use-focus-on-navigation.ts';
import { screenMessages } from '#content/messages/screens.ts';

export default function App() {
  const screenData = useScreenData();
  useFocusOnNavigation();
  const { status, user } = useSession();
  const navigate = useNavigate();
  const { requestSignOut, confirmDialog } = useSignOut(() => void navigate(SIGNED_OUT_PATH));
  const { pathname, search, hash } = useLocation();
  const currentPath = pathname + search + hash;
  const hasEnded = useSessionEnd() !== null;
  const subscriptionEntryPath = hasEnded ? withNextParam('/builder', currentPath) : '/builder';
  const signedOutPath = useSignedOutPath(
    pathname === '/subscription' ? subscriptionEntryPath : withNextParam('/auth', currentPath),
  );
  useEffect(() => {
    if (status === 'signed-out') void navigate(signedOutPath, { replace: true });
    if (status === 'second-step') void navigate(withNextParam('/auth/second-step', currentPath), { replace: true });
  }, [status, navigate, signedOutPath, currentPath]);
  return (
    <AppShell>
      {status === 'signed-in' && user && (
        <RpcQueryProvider key={user.id}>
          <Outlet context={screenData} />
          <ReauthPrompt />
          <CommandMenu onSignOut={requestSignOut} />
          {confirmDialog}
        </RpcQueryProvider>
      )}
    </AppShell>
  );
}

/** Error of a screen. The app shell stays, so that every other screen can be opened. */
export function ErrorBoundary() {
  return (
    <AppShell>
      <ErrorState
        title={screenMessages.error.title}
        description={screenMessages.error.description}
        onRetry={() => window.location.reload()}
      />
    </AppShell>
  );
}
