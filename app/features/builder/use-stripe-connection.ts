import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { toast } from '#app/components/toast.tsx';
import { openPendingTab, type PendingTab } from '#app/components/utils/pending-tab.ts';
import { safeLocalStorage } from '#app/components/utils/safe-storage.ts';
import { useRefetchOnFocus } from '#app/components/utils/use-page-visibility.ts';
import { CONNECTED_KEY } from '#app/lib/connected-attribute.ts';
import { showErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { builderBannerMessages } from '#content/messages/builder-banners.ts';
import type { RpcContract, Connection } from '#domain/rpc-contract.ts';

const messages = builderBannerMessages.stripe;
const MIN_REFETCH_INTERVAL_MS = 10_000;

/** Response of Stripe after the seller was asked to connect an existing account. */
type AuthorizationResponse = RpcContract['stripe-connect-complete']['body'];

export type StripeConnection = {
  /** Null until the first response. */
  connection: Connection | null;
  /** True once the first request was answered or has failed. */
  isLoaded: boolean;
  /** True if the account can take payments; the last known state of this browser until the response arrives. */
  connected: boolean;
  /** Refreshes the state at Stripe. Rejects with a `CallError`. */
  refresh: () => Promise<Connection>;
  /** Completes connecting an existing account with Stripe's OAuth response. Rejects with a `CallError`. */
  completeAuthorization: (response: AuthorizationResponse) => Promise<Connection>;
};

/** The connection with the handlers that open Stripe's pages. */
export type StripePages = StripeConnection & {
  /** Reconnects the former account where possible; otherwise creates an account or continues onboarding. */
  connect: () => void;
  createAccount: () => void;
  connectExisting: () => void;
  openDashboard: () => void;
  /** The Stripe page that is being opened. */
  opening: StripePage | null;
};

const STRIPE_PAGES = {
  new: 'stripe-connect-onboarding',
  existing: 'stripe-connect-authorize',
  dashboard: 'stripe-connect-dashboard',
} as const;

type StripePage = keyof typeof STRIPE_PAGES;

/**
 * Opens Stripe's pages. Each tab opens in the click handler, so that the browser does not block it. `savePage` saves the
 * page that is open and returns its id: Stripe leads back to that page.
 */
export function useStripePages(
  stripe: StripeConnection,
  savePage: () => Promise<string | null> = () => Promise.resolve(null),
): StripePages {
  const { connection, refresh } = stripe;
  const { input, run } = useAction(
    async ({ page, tab }: { page: StripePage; tab: PendingTab }) => {
      const answer = await requestStripePage(page, savePage);
      const label = page === 'dashboard' ? messages.openDashboard : messages.onboardingLink;
      if ('url' in answer) return tab.navigate(answer.url, label);
      tab.close();
      toast(messages.alreadyConnected);
      await refresh().catch(() => undefined);
    },
    {
      failureTitle: ({ page }) => (page === 'dashboard' ? messages.dashboardError : messages.connectionError),
      onError: (_, { tab }) => tab.close(),
    },
  );
  const open = (page: StripePage) => () => {
    if (!input) void run({ page, tab: openPendingTab() });
  };
  const [createAccount, connectExisting] = [open('new'), open('existing')];
  const canReconnect = connection?.former && connection.canConnectExisting;
  return {
    ...stripe,
    connect: canReconnect ? connectExisting : createAccount,
    createAccount,
    connectExisting,
    openDashboard: open('dashboard'),
    opening: input?.page ?? null,
  };
}

async function requestStripePage(page: StripePage, savePage: () => Promise<string | null>) {
  if (page === 'dashboard') return callRpc(STRIPE_PAGES.dashboard, {});
  const pageId = await savePage();
  return callRpc(STRIPE_PAGES[page], pageId === null ? {} : { pageId });
}

/** The seller's Stripe account as the server knows it. */
export function useConnection(userId: string): StripeConnection {
  const key = CONNECTED_KEY + userId;
  const [connection, setConnection] = useState<Connection | null>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  const requests = useRef({ started: 0, answered: 0 });
  /** Sends a request. Its response is ignored if a request that started later was answered before. */
  const fetchLatest = useCallback(
    async (request: () => Promise<Connection>) => {
      requests.current.started += 1;
      const requestNumber = requests.current.started;
      const answer = await request();
      if (requestNumber < requests.current.answered) return answer;
      requests.current.answered = requestNumber;
      setConnection(answer);
      if (answer.state === 'complete') safeLocalStorage.write(key, 'true');
      else safeLocalStorage.remove(key);
      return answer;
    },
    [key],
  );
  const fetchConnection = useCallback(() => fetchLatest(() => callRpc('get-connection', {})), [fetchLatest]);
  const refresh = useCallback(() => fetchLatest(() => callRpc('get-connection', { refresh: true })), [fetchLatest]);
  const completeAuthorization = useCallback(
    (response: AuthorizationResponse) => fetchLatest(() => callRpc('stripe-connect-complete', response)),
    [fetchLatest],
  );
  useEffect(() => {
    void fetchConnection()
      .catch(() => undefined)
      .then(() => setIsLoaded(true));
  }, [fetchConnection]);

  // Onboarding runs in another tab: an incomplete state is refetched on focus, then at Stripe, too.
  const isIncomplete = connection !== null && connection.state !== 'complete';
  const refetchIncomplete = useCallback(() => {
    if (!isIncomplete) return;
    fetchConnection()
      .then((latest) => (latest.state === 'incomplete' ? refresh() : latest))
      .catch(() => undefined);
  }, [isIncomplete, fetchConnection, refresh]);
  useRefetchOnFocus(refetchIncomplete, MIN_REFETCH_INTERVAL_MS);

  const connected = connection ? connection.state === 'complete' : safeLocalStorage.read(key) !== null;
  return { connection, isLoaded, connected, refresh, completeAuthorization };
}

/** Outcome of onboarding as stated in the return URL. It is only a hint: the actual state is requested from the server. */
type StripeReturn = 'success' | 'refresh' | null;

const STRIPE_PARAMS = ['stripe_success', 'stripe_refresh', 'stripe_state', 'stripe_code', 'stripe_error'];

export function parseStripeReturn(query: URLSearchParams): StripeReturn {
  if (query.get('stripe_success') === 'true') return 'success';
  return query.get('stripe_refresh') === 'true' ? 'refresh' : null;
}

/** Reads the OAuth response that the server's return route added to the URL; null if there is none. */
export function parseAuthorizationResponse(query: URLSearchParams): AuthorizationResponse | null {
  const state = query.get('stripe_state');
  const code = query.get('stripe_code');
  if (!state) return null;
  return code ? { state, code } : { state, error: query.get('stripe_error') || 'unknown' };
}

/** Returns the parameters without those of the Stripe return. */
export function removeStripeParams(query: URLSearchParams): URLSearchParams {
  const remaining = new URLSearchParams(query);
  for (const name of STRIPE_PARAMS) remaining.delete(name);
  return remaining;
}

function showConnectionResult(connection: Connection | null): void {
  if (connection?.state === 'complete') toast(messages.returned);
  else
    toast({
      title: messages.returnedIncomplete.title,
      message: connection?.reason ?? messages.returnedIncomplete.message,
    });
}

type StripeReturnActions = Pick<StripeConnection, 'refresh' | 'completeAuthorization'>;

/** Shows the outcome when Stripe redirects the seller back, and cleans the URL. */
export function useStripeReturn({ refresh, completeAuthorization }: StripeReturnActions): void {
  const [query, setQuery] = useSearchParams();
  const isHandled = useRef(false);
  useEffect(() => {
    const stripeReturn = parseStripeReturn(query);
    const response = parseAuthorizationResponse(query);
    if (!stripeReturn && !response) {
      isHandled.current = false;
      return;
    }
    if (isHandled.current) return;
    isHandled.current = true;
    setQuery(removeStripeParams(query), { replace: true, preventScrollReset: true });
    if (response) {
      completeAuthorization(response).then(showConnectionResult, (error: unknown) => {
        showErrorToast(error, messages.connectionError);
        void refresh().catch(() => undefined);
      });
      return;
    }
    refresh().then(
      // An expired onboarding link is never reported as success, whatever the account's state is.
      (connection) =>
        showConnectionResult(stripeReturn === 'refresh' && connection.state === 'complete' ? null : connection),
      (error: unknown) =>
        stripeReturn === 'refresh' ? showConnectionResult(null) : showErrorToast(error, messages.connectionError),
    );
  }, [query, setQuery, refresh, completeAuthorization]);
}
