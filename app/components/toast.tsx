import { useEffect, useSyncExternalStore } from 'react';
import { toast as sonnerToast, Toaster as Sonner } from 'sonner';

import { consumeFlashToast } from './flash-toast.ts';
import { ToastCard, type ToastOptions, type ToastContent } from './toast-card.tsx';

const TOAST_DURATION_MS = 5000;
const PHONE_MEDIA_QUERY = '(width < 600px)';

let toastCount = 0;
/** Incremented by `clearToasts`, so that a toast that is fading out does not remove its successor. */
let generation = 0;

const isPersistent = ({ destructive, persistent }: ToastOptions): boolean =>
  destructive === true || persistent === true;

/**
 * Shows a toast. An identical error is shown only once. A toast shown just before a client-side navigation stays for
 * the next screen.
 */
export function toast(content: ToastContent, options: ToastOptions = {}): void {
  toastCount += 1;
  const id = options.destructive ? `${generation} ${content.title}: ${content.message ?? ''}` : `toast-${toastCount}`;
  showToast(id, content, options, isPersistent(options) ? Number.POSITIVE_INFINITY : TOAST_DURATION_MS);
}

function showToast(id: string, content: ToastContent, options: ToastOptions, duration: number): void {
  const handleFocusChange = (hasFocus: boolean) =>
    showToast(id, content, options, hasFocus ? Number.POSITIVE_INFINITY : TOAST_DURATION_MS);
  sonnerToast.custom(
    () => (
      <ToastCard
        {...content}
        {...options}
        onClose={() => sonnerToast.dismiss(id)}
        onFocusChange={isPersistent(options) ? undefined : handleFocusChange}
      />
    ),
    { id, duration },
  );
}

/** Removes all toasts, because the action that they report on is being retried. */
export function clearToasts(): void {
  generation += 1;
  sonnerToast.dismiss();
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
  useEffect(showFlashToast, []);
  return (
    <Sonner
      className="toaster"
      position={isPhone ? 'top-center' : 'bottom-right'}
      visibleToasts={3}
      gap={10}
      expand
      theme="system"
      style={{ '--width': '380px' } as React.CSSProperties}
    />
  );
}
