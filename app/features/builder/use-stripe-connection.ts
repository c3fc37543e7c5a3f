import { useCallback, useEffect, useRef, useState } from 'react';

import { toast } from '#app/components/toast.tsx';
import { openPendingTab, type PendingTab } from '#app/components/utils/pending-tab.ts';
import { safeLocalStorage } from '#app/components/utils/safe-storage.ts';
import { showErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { createRequestOrder } from '#app/lib/rpc/request-order.ts';
import { builderBannerMessages } from '#content/messages/builder-banners.ts';
import type { Connection } from '#domain/rpc-contract.ts';

import type { AuthorizationResponse } from './stripe-return.ts';

const messages = builderBannerMessages.stripe;
const MIN_REFETCH_INTERVAL_MS = 10_000;

export type StripeConnection = {
  /** Null until the first response. */
  connection: Connection | null;
  /** True if the account can take payments; the last known state of this browser until the response arrives. */
  connected: boolean;
  /** Refreshes the state at Stripe. Rejects with a `CallError`. */
  refresh: () => Promise<Connection>;
  /** Reconnects the former account where possible; otherwise creates an account or continues onboarding. */
  connect: () => Promise<void>;
  createAccount: () => Promise<void>;
  connectExisting: () => Promise<void>;
  /** Completes connecting an existing account with Stripe's OAuth response. Rejects with a `CallError`. */
  completeAuthorization: (response: AuthorizationResponse) => Promise<Connection>;
  openDashboard: () => Promise<void>;
  /** The Stripe page that is being opened. */
  opening: 'new' | 'existing' | 'dashboard' | null;
};

type FetchConnection = (refresh: boolean) => Promise<Connection>;

const CONNECTED_KEY = 'tillwright-connected-';

/** Refetches the state on focus, at Stripe too while it is incomplete, because onboarding runs in another tab. */
function useRefetchOnFocus(connection: Connection | null, fetchConnection: FetchConnection): void {
  const lastFetch = useRef(0);
  const isIncomplete = connection !== null && connection.state !== 'complete';
  useEffect(() => {
    if (!isIncomplete) return;
    const refetch = () => {
      if (document.visibilityState !== 'visible' || Date.now() - lastFetch.current < MIN_REFETCH_INTERVAL_MS) return;
      lastFetch.current = Date.now();
      fetchConnection(false)
        .then((latest) => (latest.state === 'incomplete' ? fetchConnection(true) : latest))
        .catch(() => undefined);
    };
    window.addEventListener('focus', refetch);
    document.addEventListener('visibilitychange', refetch);
    return () => {
      window.removeEventListener('focus', refetch);
      document.removeEventListener('visibilitychange', refetch);
    };
  }, [isIncomplete, fetchConnection]);
}

/** Opens Stripe's pages. Each tab opens in the click handler, so that the browser does not block it. */
function useStripePages(refresh: () => Promise<unknown>) {
  const [opening, setOpening] = useState<StripeConnection['opening']>(null);

  async function openInNewTab(
    target: NonNullable<StripeConnection['opening']>,
    title: string,
    loadUrl: (tab: PendingTab) => Promise<void>,
  ) {
    const tab = openPendingTab();
    setOpening(target);
    try {
      await loadUrl(tab);
    } catch (error) {
      tab.close();
      showErrorToast(error, title);
    } finally {
      setOpening(null);
    }
  }

  const connectVia = (target: 'new' | 'existing', name: 'stripe-connect-onboarding' | 'stripe-connect-authorize') =>
    openInNewTab(target, messages.connectionError, async (tab) => {
      const answer = await callRpc(name, {});
      if ('url' in answer) return tab.navigate(answer.url, messages.onboardingLink);
      tab.close();
      toast(messages.alreadyConnected);
      await refresh().catch(() => undefined);
    });
  const openDashboard = () =>
    openInNewTab('dashboard', messages.dashboardError, async (tab) => {
      tab.navigate((await callRpc('stripe-connect-dashboard', {})).url, messages.openDashboard);
    });
  return {
    createAccount: () => connectVia('new', 'stripe-connect-onboarding'),
    connectExisting: () => connectVia('existing', 'stripe-connect-authorize'),
    openDashboard,
    opening,
  };
}

/** The seller's Stripe account as the server knows it. */
export function useConnection(userId: string): StripeConnection {
  const key = CONNECTED_KEY + userId;
  const [connection, setConnection] = useState<Connection | null>(null);
  const [startRequest] = useState(createRequestOrder);
  const fetchLatest = useCallback(
    (request: () => Promise<Connection>) => {
      const isLatest = startRequest();
      return request().then((answer) => {
        if (!isLatest()) return answer;
        setConnection(answer);
        if (answer.state === 'complete') safeLocalStorage.write(key, 'true');
        else safeLocalStorage.remove(key);
        return answer;
      });
    },
    [startRequest, key],
  );
  const fetchConnection = useCallback<FetchConnection>(
    (fromStripe) => fetchLatest(() => callRpc('get-connection', fromStripe ? { refresh: true } : {})),
    [fetchLatest],
  );
  const completeAuthorization = useCallback(
    (response: AuthorizationResponse) => fetchLatest(() => callRpc('stripe-connect-complete', response)),
    [fetchLatest],
  );
  const refresh = useCallback(() => fetchConnection(true), [fetchConnection]);
  useEffect(() => void fetchConnection(false).catch(() => undefined), [fetchConnection]);
  useRefetchOnFocus(connection, fetchConnection);
  const connected = connection ? connection.state === 'complete' : safeLocalStorage.read(key) !== null;
  const stripePages = useStripePages(refresh);
  const canReconnect = connection?.former && connection.canConnectExisting;
  const connect = canReconnect ? stripePages.connectExisting : stripePages.createAccount;
  return { connection, connected, refresh, completeAuthorization, connect, ...stripePages };
}
