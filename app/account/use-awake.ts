import { useLayoutEffect, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Returns false until hydration. Controls that need JavaScript are disabled before. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** True if this browser supports WebAuthn. Assumed to be true before hydration. */
export const useKnowsKeys = (): boolean =>
  useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => true,
  );

/** Runs a callback once on hydration, so that a form can adopt values that were typed before. */
export function useOnceAwake(take: () => void): void {
  // oxlint-disable-next-line react/exhaustive-deps -- runs only once, on hydration
  useLayoutEffect(take, []);
}
