import { forgetHere } from '#app/session/session.ts';

/** After the account is gone: this browser forgets everything of it, and the first page says goodbye. */
export async function leaveForGood(): Promise<void> {
  await forgetHere();
  window.location.replace('/?notice=account-deleted');
}
