import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

/** A tab that regains focus does not refetch data that is younger than this. */
const MIN_REFETCH_INTERVAL_MS = 3_000;

// TanStack Query listens to visibility only. A window beside another one stays visible, but gets and loses the focus.
focusManager.setEventListener((handleFocus) => {
  if (typeof window === 'undefined') return undefined;
  const listener = () => handleFocus();
  window.addEventListener('focus', listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    window.removeEventListener('focus', listener);
    document.removeEventListener('visibilitychange', listener);
  };
});

/**
 * `networkMode`: a call without a network fails at once, so that the screen can say so. `gcTime`: no password or secret of
 * an action outlives its form.
 */
const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnMount: 'always',
        refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt >= MIN_REFETCH_INTERVAL_MS,
      },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  });

/** Cache of one signed-in user's RPC results. Give it the user's id as `key`, so that no result outlives its session. */
export function RpcQueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
