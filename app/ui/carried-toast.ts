import { safeSessionStorage } from './safe-storage.ts';
import type { ToastWords } from './toast-card.tsx';

export const TOAST_KEY = 'tillwright-toast';

/** Words that are said just before this tab goes to another document: they are said there. */
export type CarriedToast = ToastWords & { destructive?: boolean };

export const carryToast = (words: CarriedToast): void =>
  void safeSessionStorage.write(TOAST_KEY, JSON.stringify(words));

/** What was carried here, once. */
export function takeCarriedToast(): CarriedToast | null {
  const kept = safeSessionStorage.read(TOAST_KEY);
  safeSessionStorage.remove(TOAST_KEY);
  try {
    return JSON.parse(kept ?? 'null') as CarriedToast | null;
  } catch {
    return null;
  }
}
