import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and while its document is taken over, true afterwards. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
