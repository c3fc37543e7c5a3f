import { useEffect, useSyncExternalStore } from 'react';

import { consumeFlashToast } from './flash-toast.ts';
import type { ToastOptions, ToastContent } from './toast-card.tsx';
import { loadOverlays, useOverlaysAtFirstInput, useOverlays, type Overlays } from './utils/load-overlays.ts';

const TOAST_DURATION_MS = 5000;
const PHONE_MEDIA_QUERY = '(width < 600px)';

let toastCount = 0;
/** Ids of the visible toasts by their cause. A toast that is fading out is no longer among them. */
const visibleIds = new Map<string, string>();

const isPersistent = ({ destructive, persistent }: ToastOptions): boolean =>
  destructive === true || persistent === true;

/** Runs an action in the order of the calls. Without a network, and before the first input, there are no toasts. */
function withOverlays(action: (overlays: Overlays) => void): void {
  void loadOverlays().then(action, () => undefined);
}

/**
 * Shows a toast. One with the same cause, by default the title, replaces it. A toast shown just before a client-side
 * navigation stays for the next screen.
 */
export function toast(content: ToastContent, options: ToastOptions = {}): void {
  const { cause = content.title } = options;
  toastCount += 1;
  const id = visibleIds.get(cause) ?? `toast-${toastCount}`;
  visibleIds.set(cause, id);
  showToast({ id, cause, version: toastCount }, content, options);
}

/** `version` renders a replaced toast as a new element, so that it is announced again. */
type ShownToast = { id: string; cause: string; version: number };

function showToast(shown: ShownToast, content: ToastContent, options: ToastOptions, hasFocus = false): void {
  const { id, cause, version } = shown;
  const forget = () => {
    if (visibleIds.get(cause) === id) visibleIds.delete(cause);
  };
  const staysOpen = hasFocus || isPersistent(options);
  withOverlays(({ sonnerToast, ToastCard }) =>
    sonnerToast.custom(
      () => (
        <ToastCard
          key={version}
          {...content}
          {...options}
          onClose={() => dismissToast(cause)}
          onFocusChange={
            isPersistent(options) ? undefined : (isFocused) => showToast(shown, content, options, isFocused)
          }
        />
      ),
      {
        id,
        duration: staysOpen ? Number.POSITIVE_INFINITY : TOAST_DURATION_MS,
        onDismiss: forget,
        onAutoClose: forget,
      },
    ),
  );
}

/** Removes the toast of a cause, because it is outdated. */
export function dismissToast(cause: string): void {
  const id = visibleIds.get(cause);
  if (id !== undefined) withOverlays(({ sonnerToast }) => sonnerToast.dismiss(id));
  visibleIds.delete(cause);
}

/** Removes all toasts, because the action that they report on is being retried. */
export function clearToasts(): void {
  visibleIds.clear();
  withOverlays(({ sonnerToast }) => sonnerToast.dismiss());
}

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(PHONE_MEDIA_QUERY);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => window.matchMedia(PHONE_MEDIA_QUERY).matches,
    () => false,
  );
}

function showFlashToast(): void {
  const pendingToast = consumeFlashToast();
  if (!pendingToast) return;
  const { destructive = false, ...content } = pendingToast;
  toast(content, { destructive });
}

/** Container for toasts, including one from the previous document. Every layout renders one. */
export function Toaster() {
  const isPhone = useIsPhone();
  const overlays = useOverlays();
  useEffect(showFlashToast, []);
  useOverlaysAtFirstInput();
  return (
    overlays && (
      <overlays.ToastList
        className="toaster"
        position={isPhone ? 'top-center' : 'bottom-right'}
        visibleToasts={3}
        gap={10}
        expand
        theme="system"
        style={{ '--width': '380px' } as React.CSSProperties}
      />
    )
  );
}
