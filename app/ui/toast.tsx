import { useSyncExternalStore } from 'react';
import { toast as sonner, Toaster as Sonner } from 'sonner';

import { ToastCard, type ToastOptions, type ToastWords } from './toast-card.tsx';

const SHOWN_MS = 5000;
const PHONE = '(width < 600px)';

let count = 0;

/**
 * Says something once, in the corner. The same failure said twice is one toast. Words of a toast that is said
 * just before a navigation are still shown by the next screen's `Toaster`.
 */
export function toast(words: ToastWords, options: ToastOptions = {}): void {
  count += 1;
  const id = options.destructive ? `${words.title}: ${words.message ?? ''}` : `toast-${count}`;
  show(id, words, options, options.destructive ? Number.POSITIVE_INFINITY : SHOWN_MS);
}

function show(id: string, words: ToastWords, options: ToastOptions, duration: number): void {
  const hold = (held: boolean) => show(id, words, options, held ? Number.POSITIVE_INFINITY : SHOWN_MS);
  sonner.custom(
    () => (
      <ToastCard
        {...words}
        {...options}
        onClose={() => sonner.dismiss(id)}
        onHold={options.destructive ? undefined : hold}
      />
    ),
    { id, duration },
  );
}

/** Takes every toast away: what they say is being tried again. */
export const clearToasts = (): void => void sonner.dismiss();

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

/** Where toasts appear. Each layout that has the kit's styles draws one. */
export function Toaster() {
  const phone = usePhone();
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
