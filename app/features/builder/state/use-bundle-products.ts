import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';

type BundleProducts = RpcContract['list-bundle-products']['response'];

/** The seller's pages as bundles can contain them; undefined while they are loading. */
export const useBundleProducts = (): BundleProducts | undefined => useRpcQuery('list-bundle-products', {}).data;
