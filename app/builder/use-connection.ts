import { useCallback, useEffect, useRef, useState } from 'react';

import type { Connection } from '#domain/calls.ts';

import { call } from '#app/session/call.ts';
import { requestOrder } from '#app/session/request-order.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { openBlankTab, type BlankTab } from '#app/ui/blank-tab.ts';
import { safeLocalStorage } from '#app/ui/safe-storage.ts';
import { toast } from '#app/ui/toast.tsx';

import type { AuthorizationResponse } from './stripe-return.ts';

const LOOK_AGAIN_MS = 10_000;

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

type Read = (refresh: boolean) => Promise<Connection>;

const CONNECTED_KEY = 'tillwright-connected-';

/** Refetches the state on focus, at Stripe too while it is incomplete, because onboarding runs in another tab. */
function useLookAgain(connection: Connection | null, read: Read): void {
  const last = useRef(0);
  const waiting = connection !== null && connection.state !== 'complete';
  useEffect(() => {
    if (!waiting) return;
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last.current < LOOK_AGAIN_MS) return;
      last.current = Date.now();
      read(false)
        .then((now) => (now.state === 'incomplete' ? read(true) : now))
        .catch(() => undefined);
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [waiting, read]);
}

/** Opens Stripe's pages. Each tab opens in the click handler, so that the browser does not block it. */
function useWays(refresh: () => Promise<unknown>) {
  const [opening, setOpening] = useState<StripeConnection['opening']>(null);
  const failToast = useFailToast();

  async function inNewTab(
    way: NonNullable<StripeConnection['opening']>,
    title: string,
    act: (tab: BlankTab) => Promise<void>,
  ) {
    const tab = openBlankTab();
    setOpening(way);
    try {
      await act(tab);
    } catch (error) {
      tab.close();
      failToast(error, title);
    } finally {
      setOpening(null);
    }
  }

  const connectBy = (
    way: 'new' | 'existing',
    name: 'stripe-connect-onboarding' | 'stripe-connect-authorize',
  ) =>
    inNewTab(way, 'Connection Failed', async (tab) => {
      const answer = await call(name, {});
      if ('url' in answer) return tab.send(answer.url, 'Open Stripe');
      tab.close();
      toast({ title: 'Already Connected', message: 'Your Stripe account is ready to take payments.' });
      await refresh().catch(() => undefined);
    });
  const openDashboard = () =>
    inNewTab('dashboard', 'Failed to Open Dashboard', async (tab) => {
      tab.send((await call('stripe-connect-dashboard', {})).url, 'Open the Stripe dashboard');
    });
  return {
    createAccount: () => connectBy('new', 'stripe-connect-onboarding'),
    connectExisting: () => connectBy('existing', 'stripe-connect-authorize'),
    openDashboard,
    opening,
  };
}

/** The seller's Stripe account as the server knows it. */
export function useConnection(userId: string): StripeConnection {
  const key = CONNECTED_KEY + userId;
  const [connection, setConnection] = useState<Connection | null>(null);
  const [startRequest] = useState(requestOrder);
  const accepted = useCallback(
    (request: () => Promise<Connection>) => {
      const accept = startRequest();
      return request().then((answer) => {
        if (!accept()) return answer;
        setConnection(answer);
        if (answer.state === 'complete') safeLocalStorage.write(key, 'true');
        else safeLocalStorage.remove(key);
        return answer;
      });
    },
    [startRequest, key],
  );
  const read = useCallback<Read>(
    (again) => accepted(() => call('get-connection', again ? { refresh: true } : {})),
    [accepted],
  );
  const completeAuthorization = useCallback(
    (response: AuthorizationResponse) => accepted(() => call('stripe-connect-complete', response)),
    [accepted],
  );
  const refresh = useCallback(() => read(true), [read]);
  useEffect(() => void read(false).catch(() => undefined), [read]);
  useLookAgain(connection, read);
  const connected = connection ? connection.state === 'complete' : safeLocalStorage.read(key) !== null;
  const ways = useWays(refresh);
  const reconnects = connection?.former && connection.canConnectExisting;
  const connect = reconnects ? ways.connectExisting : ways.createAccount;
  return { connection, connected, refresh, completeAuthorization, connect, ...ways };
}
