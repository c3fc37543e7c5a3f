import { useLayoutEffect, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False until the script has taken over: what needs it cannot be pressed before. */
export const useAwake = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Whether this browser knows passkeys and security keys; taken for granted until the script can look. */
export const useKnowsKeys = (): boolean =>
  useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => true,
  );

/** Where a form takes over what was typed before the script was there. */
export function useOnceAwake(take: () => void): void {
  // oxlint-disable-next-line react/exhaustive-deps -- once, when the script takes over
  useLayoutEffect(take, []);
}
