import { forgetHere } from '#app/session/session.ts';

/** Clears this browser's data after the account was deleted, and opens the home page with a notice. */
export async function leaveForGood(): Promise<void> {
  await forgetHere();
  window.location.replace('/?notice=account-deleted');
}
