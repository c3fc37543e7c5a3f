import type { ToastWords } from './toast-card.tsx';

const KEY = 'tillwright-toast';

/** Words that are said just before this tab goes to another document: they are said there. */
export type CarriedToast = ToastWords & { destructive?: boolean };

export const carryToast = (words: CarriedToast): void =>
  window.sessionStorage.setItem(KEY, JSON.stringify(words));

/** What was carried here, once. */
export function takeCarriedToast(): CarriedToast | null {
  const kept = window.sessionStorage.getItem(KEY);
  window.sessionStorage.removeItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as CarriedToast);
}
