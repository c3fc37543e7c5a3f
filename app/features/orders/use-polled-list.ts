import { usePolledQuery, type PolledQuery } from '#app/lib/rpc/use-polled-query.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

type ListFunctionName = 'list-orders' | 'list-buyer-subscriptions';

export type PolledList<ResponseBody> = Omit<PolledQuery<ResponseBody>, 'data'> & {
  /** Last loaded list; null before the first response. */
  list: ResponseBody | null;
};

const POLL_INTERVAL_MS = 30_000;

/** Polls a list. */
export function usePolledList<N extends ListFunctionName>(
  name: N,
  body: RpcContract[N]['body'],
): PolledList<RpcContract[N]['response']> {
  const { data, ...polledQuery } = usePolledQuery(name, body, POLL_INTERVAL_MS);
  return { list: data, ...polledQuery };
}
