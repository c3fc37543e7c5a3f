import { useCallback, useEffect, useRef } from 'react';

import { usePolledQuery } from '#app/lib/rpc/use-polled-query.ts';
import { useUrlParams } from '#app/lib/use-url-params.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

import { isPending } from './delivery-display.ts';
import {
  toDeliverySearchParams,
  changeDeliveryParams,
  parseDeliveryListParams,
  type DeliveryListParams,
} from './delivery-list-params.ts';

/** Polling intervals of the log: quick while deliveries are pending. */
export const POLL_INTERVALS_MS = { calm: 30_000, quick: 2_000 } as const;

export const PAGE_SIZE = 50;

export type PollMode = keyof typeof POLL_INTERVALS_MS;

/** Params of the log in the URL. */
export function useDeliveryListParams() {
  const [searchParams, setSearchParams] = useUrlParams();
  const change = useCallback(
    (changes: Partial<DeliveryListParams>, replace = false) =>
      setSearchParams(
        (current) => toDeliverySearchParams(changeDeliveryParams(parseDeliveryListParams(current), changes)),
        { replace, preventScrollReset: true },
      ),
    [setSearchParams],
  );
  return { params: parseDeliveryListParams(searchParams), change };
}

const toRequestBody = (endpointId: string, { state, event, cursor }: DeliveryListParams) => ({
  endpointId,
  limit: PAGE_SIZE,
  ...(state && { state }),
  ...(event && { event }),
  ...(cursor && { cursor }),
});

type LogOptions = {
  endpointId: string;
  params: DeliveryListParams;
  refreshKey: number;
  pollMode: PollMode;
  onPollModeChange: (pollMode: PollMode) => void;
};

/** Polls a page of the log, more often while deliveries are pending. */
export function useDeliveryLog({ endpointId, params, refreshKey, pollMode, onPollModeChange }: LogOptions) {
  const polledQuery = usePolledQuery(
    'list-webhook-deliveries',
    toRequestBody(endpointId, params),
    POLL_INTERVALS_MS[pollMode],
  );
  const { data, refetch } = polledQuery;
  useEffect(() => {
    if (data) onPollModeChange(getPollMode(data.deliveries));
  }, [data, onPollModeChange]);
  const lastRefreshKey = useRef(refreshKey);
  useEffect(() => {
    if (lastRefreshKey.current === refreshKey) return;
    lastRefreshKey.current = refreshKey;
    refetch();
  }, [refreshKey, refetch]);
  return polledQuery;
}

function getPollMode(deliveries: RpcContract['list-webhook-deliveries']['response']['deliveries']): PollMode {
  const now = new Date();
  return deliveries.some((delivery) => isPending(delivery, now)) ? 'quick' : 'calm';
}
