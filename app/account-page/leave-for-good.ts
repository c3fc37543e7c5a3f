import { SESSION_KEY } from '#app/session/session-mark.ts';
import { safeLocalStorage } from '#app/ui/safe-storage.ts';

/** After the account is gone: this browser forgets everything of it, and the first page says goodbye. */
export function leaveForGood(): void {
  safeLocalStorage.remove(SESSION_KEY);
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[storage].clear();
    } catch {
      // Where storage is blocked nothing was kept.
    }
  }
  window.location.replace('/?notice=account-deleted');
}
