/** After the account is gone: this browser forgets everything of it, and the first page says goodbye. */
export function leaveForGood(): void {
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.location.replace('/?notice=account-deleted');
}
