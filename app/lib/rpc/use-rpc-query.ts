import {
  hashKey,
  keepPreviousData,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import type { RpcName, RpcContract } from '#domain/rpc-contract.ts';

import { callRpc } from './call-rpc.ts';

type Body<N extends RpcName> = RpcContract[N]['body'];
type Response<N extends RpcName> = RpcContract[N]['response'];

type RpcQueryOptions<N extends RpcName> = Pick<
  UseQueryOptions<Response<N>>,
  'enabled' | 'gcTime' | 'refetchInterval' | 'refetchOnWindowFocus' | 'staleTime'
> & {
  /** Body of the next request, where it is more than `body`: for example, also asks Stripe. */
  getBody?: () => Body<N>;
};

export type Query<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'isLoading' | 'isPlaceholderData' | 'isFetchedAfterMount' | 'errorUpdateCount'
> & {
  /** Error of the current body. It stays while a poll tries again, so that the screen does not flicker. */
  error: Error | null;
  /** Refetches in the background. */
  refetch: UseQueryResult<Data>['refetch'];
  /** Clears the error and refetches. */
  retry: () => void;
};

/** `useQuery` of TanStack Query, with an error that stays until there is data or the user tries again. */
export function useSteadyQuery<Data>(options: UseQueryOptions<Data>): Query<Data> {
  const query = useQuery<Data>(options);
  const { data, isLoading, isPlaceholderData, isFetchedAfterMount, errorUpdateCount, refetch } = query;
  const key = hashKey(options.queryKey);
  const [failure, setFailure] = useState<{ key: string; error: Error } | null>(null);
  if (query.error && (query.error !== failure?.error || key !== failure.key)) setFailure({ key, error: query.error });
  const isRefetching = data === undefined && failure?.key === key;
  return {
    data,
    isLoading,
    isPlaceholderData,
    isFetchedAfterMount,
    errorUpdateCount,
    error: query.error ?? (isRefetching ? failure.error : null),
    refetch,
    retry: () => {
      setFailure(null);
      void refetch();
    },
  };
}

/**
 * Result of an RPC function, cached under `[name, body]`. It is refetched on focus, and at `refetchInterval` while the tab
 * is visible. When `body` changes, the previous data stays with `isPlaceholderData` until the response arrives.
 */
export function useRpcQuery<N extends RpcName>(
  name: N,
  body: Body<N>,
  { getBody = () => body, ...options }: RpcQueryOptions<N> = {},
): Query<Response<N>> {
  return useSteadyQuery<Response<N>>({
    queryKey: [name, body],
    queryFn: ({ signal }) => callRpc(name, getBody(), signal),
    placeholderData: keepPreviousData as UseQueryOptions<Response<N>>['placeholderData'],
    ...options,
  });
}

export type RpcCache = {
  /** Refetches the results of these functions. Resolves when those on the screen have been refetched. */
  invalidate: (...names: RpcName[]) => Promise<unknown>;
  /**
   * Changes the cached results of a function to what an action returned or is expected to do. Drops pending refetches,
   * which have older data.
   */
  update: <N extends RpcName>(name: N, change: (data: Response<N>) => Response<N>) => void;
  /** Deletes a result that no screen shows anymore, because the server deleted its data. */
  remove: <N extends RpcName>(name: N, body: Body<N>) => void;
};

/** Cached results of RPC functions, for actions that change them. */
export function useRpcCache(): RpcCache {
  const client = useQueryClient();
  return useMemo<RpcCache>(
    () => ({
      invalidate: (...names) =>
        Promise.all(
          names.map(async (name) => {
            // TanStack Query would join a first request, which was sent before the change.
            await client.cancelQueries({ queryKey: [name] });
            await client.invalidateQueries({ queryKey: [name] });
          }),
        ),
      update: (name, change) => {
        void client.cancelQueries({ queryKey: [name], predicate: ({ state }) => state.data !== undefined });
        client.setQueriesData<Response<typeof name>>({ queryKey: [name] }, (data) => data && change(data));
      },
      remove: (name, body) => client.removeQueries({ queryKey: [name, body] }),
    }),
    [client],
  );
}
