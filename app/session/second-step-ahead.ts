import { getSessionState } from './session-state.ts';
import { authClient } from './session.ts';

/** True if the signed-in user still has to pass the second factor. Sends no request. */
export async function isSecondFactorPending(): Promise<boolean> {
  const { data } = await authClient().getSession();
  return getSessionState(data.session).status === 'second-step';
}
