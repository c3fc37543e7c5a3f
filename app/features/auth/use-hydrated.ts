import { useLayoutEffect, useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** Returns false until hydration. Controls that need JavaScript are disabled before. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );

/** True if this browser supports WebAuthn. Assumed to be true before hydration. */
export const useSupportsWebAuthn = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => 'PublicKeyCredential' in window,
    () => true,
  );

/** Runs a callback once on hydration, so that a form can adopt values that were typed before. */
export function useOnHydrate(callback: () => void): void {
  // oxlint-disable-next-line react/exhaustive-deps -- runs only once, on hydration
  useLayoutEffect(callback, []);
}
