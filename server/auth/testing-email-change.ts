/** Users who change their email address. For tests only. */
import { expect } from 'vitest';

import { newEmail, type openDoors } from './auth-testing.ts';
import { shownBy, takeOne } from './testing-mailbox.ts';

type Doors = Awaited<ReturnType<typeof openDoors>>;

export type Person = Awaited<ReturnType<ReturnType<typeof emailChanges>['signedUp']>>;

export function emailChanges(doors: Doors) {
  const { context } = doors;

  async function signedUp() {
    const email = newEmail();
    const { access_token: token, user } = await doors.signUp(email);
    const confirm = shownBy(await takeOne(context, email, 'confirm_email'));
    return { email, token, userId: user.id, confirm };
  }

  const verify = ({ token_hash, type }: { token_hash: string; type: string }) =>
    doors.post('verify', { token_hash, type });

  async function confirmed() {
    const person = await signedUp();
    await verify(person.confirm);
    return person;
  }

  const userOf = async ({ token }: { token: string }) => (await doors.user(token)).json() as Promise<object>;

  /** Asks for a new address; returns the links sent to the new address and to the current one. */
  async function asked(person: { email: string; token: string }, to = newEmail()) {
    const answer = await doors.put(person.token, { email: to });
    expect(await answer.json()).toMatchObject({ email: person.email, new_email: to });
    return {
      to,
      toNew: shownBy(await takeOne(context, to, 'change_email')),
      toHeld: shownBy(await takeOne(context, person.email, 'change_email')),
    };
  }

  return { signedUp, confirmed, verify, userOf, asked };
}
