import { stateOf } from './session-state.ts';
import { authClient } from './session.ts';

/** Whether whoever has just signed in still owes the second step. No request. */
export async function isSecondStepAhead(): Promise<boolean> {
  const { data } = await authClient().getSession();
  return stateOf(data.session).status === 'second-step';
}
