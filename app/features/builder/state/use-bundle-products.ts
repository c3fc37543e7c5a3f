import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';

/** The seller's pages as bundles can contain them. */
export const useBundleProducts = () => useRpcQuery('list-bundle-products', {});
