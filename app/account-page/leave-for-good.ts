import { clearBrowserData } from '#app/session/session.ts';

/** Clears this browser's data after the account was deleted, and opens the home page with a notice. */
export async function leaveAfterDeletion(): Promise<void> {
  await clearBrowserData();
  window.location.replace('/?notice=account-deleted');
}
