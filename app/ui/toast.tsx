import { useEffect, useSyncExternalStore } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';

import { takeCarriedToast } from './carried-toast.ts';
import { ToastCard, type ToastOptions, type ToastWords } from './toast-card.tsx';

const SHOWN_MS = 5000;
const PHONE = '(width < 600px)';

let count = 0;
/** Counts the clearings: a toast that is still on its way out must not take its successor along. */
let round = 0;

const isKept = ({ destructive, stays }: ToastOptions): boolean => destructive === true || stays === true;

/**
 * Says something once, in the corner. The same failure said twice is one toast. Words of a toast that is said
 * just before a navigation are still shown by the next screen's `Toaster`.
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

/** Takes every toast away: what they say is being tried again. */
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

/** Where toasts appear, also those of the document before. Each layout that has the kit's styles draws one. */
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
