import { useRpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import type { OrderDetail } from '#domain/order-detail.ts';

/** Options of the actions that respond with the changed order. */
export function useOrderUpdate() {
  const cache = useRpcCache();
  return {
    onSuccess: ({ order }: { order: OrderDetail }) =>
      cache.update('get-order', (cached) => (cached.id === order.id ? order : cached)),
    invalidates: ['get-order'] as const,
  };
}
