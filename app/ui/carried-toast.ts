import { safeSessionStorage } from './safe-storage.ts';
import type { ToastWords } from './toast-card.tsx';

export const TOAST_KEY = 'tillwright-toast';

/** A toast that is stored before this tab navigates and shown by the next document. */
export type CarriedToast = ToastWords & { destructive?: boolean };

export const carryToast = (words: CarriedToast): void =>
  void safeSessionStorage.write(TOAST_KEY, JSON.stringify(words));

/** Returns the stored toast and removes it. */
export function takeCarriedToast(): CarriedToast | null {
  const kept = safeSessionStorage.read(TOAST_KEY);
  safeSessionStorage.remove(TOAST_KEY);
  try {
    return JSON.parse(kept ?? 'null') as CarriedToast | null;
  } catch {
    return null;
  }
}
