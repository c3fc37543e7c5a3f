import { useEffect, useSyncExternalStore } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';

import { takeCarriedToast } from './carried-toast.ts';
import { ToastCard, type ToastOptions, type ToastWords } from './toast-card.tsx';

const SHOWN_MS = 5000;
const PHONE = '(width < 600px)';

let count = 0;
/** Incremented by `clearToasts`, so that a toast that is fading out does not remove its successor. */
let round = 0;

const isKept = ({ destructive, stays }: ToastOptions): boolean => destructive === true || stays === true;

/**
 * Shows a toast. An identical error is shown only once. A toast shown just before a client-side navigation stays for
 * the next screen.
 */
export function toast(words: ToastWords, options: ToastOptions = {}): void {
  count += 1;
  const id = options.destructive ? `${round} ${words.title}: ${words.message ?? ''}` : `toast-${count}`;
  show(id, words, options, isKept(options) ? Number.POSITIVE_INFINITY : SHOWN_MS);
}

function show(id: string, words: ToastWords, options: ToastOptions, duration: number): void {
  const hold = (held: boolean) => show(id, words, options, held ? Number.POSITIVE_INFINITY : SHOWN_MS);
  sonner.custom(
    () => (
      <ToastCard
        {...words}
        {...options}
        onClose={() => sonner.dismiss(id)}
        onHold={isKept(options) ? undefined : hold}
      />
    ),
    { id, duration },
  );
}

/** Removes all toasts, because the action that they report on is being retried. */
export function clearToasts(): void {
  round += 1;
  sonner.dismiss();
}

function usePhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(PHONE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(PHONE).matches,
    () => false,
  );
}

function sayCarried(): void {
  const carried = takeCarriedToast();
  if (!carried) return;
  const { destructive = false, ...words } = carried;
  toast(words, { destructive });
}

/** Container for toasts, including one from the previous document. Every layout renders one. */
export function Toaster() {
  const phone = usePhone();
  useEffect(sayCarried, []);
  return (
    <Sonner
      className="toaster"
      position={phone ? 'top-center' : 'bottom-right'}
      visibleToasts={3}
      gap={10}
      expand
      theme="system"
      style={{ '--width': '380px' } as React.CSSProperties}
    />
  );
}
