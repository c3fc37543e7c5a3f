import type { ToastContent } from './toast-card.tsx';
import { safeSessionStorage } from './utils/safe-storage.ts';

export const FLASH_TOAST_KEY = 'tillwright-toast';

/** A toast that is stored before this tab navigates and shown by the next document. */
type FlashToast = ToastContent & { destructive?: boolean };

export const flashToast = (content: FlashToast): void =>
  void safeSessionStorage.write(FLASH_TOAST_KEY, JSON.stringify(content));

export function consumeFlashToast(): FlashToast | null {
  const stored = safeSessionStorage.read(FLASH_TOAST_KEY);
  safeSessionStorage.remove(FLASH_TOAST_KEY);
  try {
    return JSON.parse(stored ?? 'null') as FlashToast | null;
  } catch {
    return null;
  }
}
