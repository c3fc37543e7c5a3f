import { stateOf } from './session-state.ts';
import { authClient } from './session.ts';

/** True if the signed-in user still has to pass the second factor. Sends no request. */
export async function isSecondStepAhead(): Promise<boolean> {
  const { data } = await authClient().getSession();
  return stateOf(data.session).status === 'second-step';
}
