/** Users who change their email address. For tests only. */
import { expect } from 'vitest';

import { parseMailLink, takeMailOfKind } from './take-mail.ts';
import { createEmail, type createTestAuth } from './test-auth.ts';

type TestAuth = Awaited<ReturnType<typeof createTestAuth>>;

export type TestUser = Awaited<ReturnType<ReturnType<typeof createEmailChangeHelpers>['signUpUser']>>;

export function createEmailChangeHelpers(auth: TestAuth) {
  const { context } = auth;

  async function signUpUser() {
    const email = createEmail();
    const { access_token: token, user } = await auth.signUp(email);
    const confirm = parseMailLink(await takeMailOfKind(context, email, 'confirm_email'));
    return { email, token, userId: user.id, confirm };
  }

  const verify = ({ token_hash, type }: { token_hash: string; type: string }) =>
    auth.post('verify', { token_hash, type });

  async function signUpConfirmedUser() {
    const testUser = await signUpUser();
    await verify(testUser.confirm);
    return testUser;
  }

  const fetchUser = async ({ token }: { token: string }) => (await auth.user(token)).json() as Promise<object>;

  /** Asks for a new address; returns the links sent to the new address and to the current one. */
  async function requestChange(testUser: { email: string; token: string }, to = createEmail()) {
    const response = await auth.put(testUser.token, { email: to });
    expect(await response.json()).toMatchObject({ email: testUser.email, new_email: to });
    return {
      to,
      toNew: parseMailLink(await takeMailOfKind(context, to, 'change_email')),
      toCurrent: parseMailLink(await takeMailOfKind(context, testUser.email, 'change_email')),
    };
  }

  return { signUpUser, signUpConfirmedUser, verify, fetchUser, requestChange };
}
