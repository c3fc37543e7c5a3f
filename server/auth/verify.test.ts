import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { findUser } from '#server/auth/queries/users.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { oneTimeTokens, sessions } from '#server/db/schema-users.ts';

import { insertFactor, parseMailLink, takeMailOfKind } from '../testing/take-mail.ts';
import { createAuthClients, createEmail, createTestAuth, readError, readSession } from '../testing/test-auth.ts';

const auth = await createTestAuth();
const { context } = auth;

type Credential = { token_hash: string } | { email: string; token: string };
const verify = (type: string, credential: Credential) => auth.post('verify', { type, ...credential });

async function signUpUser() {
  const email = createEmail();
  const session = await auth.signUp(email);
  const mail = await takeMailOfKind(context, email, 'confirm_email');
  return { email, session, mail, link: { token_hash: parseMailLink(mail).token_hash } };
}

async function requestRecovery(email: string) {
  await auth.post('recover', { email });
  const mail = await takeMailOfKind(context, email, 'recover_password');
  return { mail, link: { token_hash: parseMailLink(mail).token_hash } };
}

const listSecurityEvents = async (userId: string, kind: 'email_confirmed') =>
  context.db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), eq(securityEvents.kind, kind)));

test('the link of the first mail confirms the address and signs in', async () => {
  const { email, session, link } = await signUpUser();
  expect(session.user).toMatchObject({ email_confirmed_at: null });
  const { user, access_token } = await readSession(await verify('signup', link));
  expect(user).toMatchObject({ id: session.user.id, email, email_confirmed_at: expect.any(String) });
  expect(user).toMatchObject({ identities: [{ identity_data: { email, email_verified: true } }] });
  expect((await auth.user(access_token)).status).toBe(200);
  expect(await listSecurityEvents(session.user.id, 'email_confirmed')).toHaveLength(1);
});

test('the six-digit code of a mail works like its link, for its own address only', async () => {
  const { email, session, mail } = await signUpUser();
  const otherUser = await signUpUser();
  expect(await readError(await verify('signup', { email: otherUser.email, token: mail.code }))).toBe('403 otp_expired');
  const codeInput = ` ${mail.code.slice(0, 3)} ${mail.code.slice(3)} `;
  const { user } = await readSession(await verify('signup', { email: ` ${email.toUpperCase()}`, token: codeInput }));
  expect(user.id).toBe(session.user.id);
});

test("wrong codes and wrong links get GoTrue's messages", async () => {
  const { email } = await signUpUser();
  const fetchMessage = async (credential: Credential) =>
    ((await (await verify('signup', credential)).json()) as { msg: string }).msg;
  expect(await fetchMessage({ email, token: '000000' })).toBe('Token has expired or is invalid');
  expect(await fetchMessage({ token_hash: 'x' })).toBe('Email link is invalid or has expired');
});

test('link and code are one token: using either invalidates the other', async () => {
  const firstUser = await signUpUser();
  expect((await verify('signup', firstUser.link)).status).toBe(200);
  const codeInput = { email: firstUser.email, token: firstUser.mail.code };
  expect(await readError(await verify('signup', codeInput))).toBe('403 otp_expired');
  const secondUser = await signUpUser();
  expect((await verify('signup', { email: secondUser.email, token: secondUser.mail.code })).status).toBe(200);
  expect(await readError(await verify('signup', secondUser.link))).toBe('403 otp_expired');
});

test('wrong, used, expired, foreign and mistyped tokens get identical responses', async () => {
  const [usedToken, expiredToken, foreignToken, mistyped] = [
    await signUpUser(),
    await signUpUser(),
    await signUpUser(),
    await signUpUser(),
  ];
  await verify('signup', usedToken.link);
  const { mail: recovery } = await requestRecovery(foreignToken.email);
  const links = [
    await verify('signup', usedToken.link),
    await verify('signup', { token_hash: 'A'.repeat(43) }),
    await verify('email', mistyped.link),
    await verify('email_change', mistyped.link),
    await verify('signup', { token_hash: parseMailLink(recovery).token_hash }),
  ];
  const codeInput = [
    await verify('recovery', { email: mistyped.email, token: recovery.code }),
    await verify('signup', { email: createEmail(), token: mistyped.mail.code }),
    await verify('signup', { email: 'nobody', token: 'no code' }),
  ];
  auth.clock.now += 3_600_000;
  links.push(await verify('signup', expiredToken.link));
  codeInput.push(await verify('signup', { email: expiredToken.email, token: expiredToken.mail.code }));
  for (const responses of [links, codeInput]) {
    const texts = await Promise.all(responses.map(async (response) => `${response.status} ${await response.text()}`));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('"otp_expired"');
  }
});

test('of many concurrent uses, by link and by code, in two processes, one signs in', async () => {
  const { email, session, mail, link } = await signUpUser();
  const secondUser = createAuthClients(auth.createContext(auth.openSecondHandle()));
  const responses = [auth, secondUser, auth, secondUser].flatMap((process) => [
    process.post('verify', { type: 'signup', ...link }),
    process.post('verify', { type: 'signup', email, token: mail.code }),
  ]);
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403, 403, 403, 403]);
  const opened = await context.db.select().from(sessions).where(eq(sessions.userId, session.user.id));
  expect(opened).toHaveLength(2);
});

test('a new mail invalidates the previous one', async () => {
  const { email, link } = await signUpUser();
  await auth.post('resend', { type: 'signup', email });
  const repeatedMail = await takeMailOfKind(context, email, 'confirm_email');
  expect(await readError(await verify('signup', link))).toBe('403 otp_expired');
  expect((await verify('signup', { token_hash: parseMailLink(repeatedMail).token_hash })).status).toBe(200);
});

test('fetching a link, as mail scanners do, does not use it up', async () => {
  const { link } = await signUpUser();
  for (const method of ['GET', 'HEAD'])
    expect((await auth.send(method, `verify?type=signup&token_hash=${link.token_hash}`)).status).toBe(405);
  expect((await verify('signup', link)).status).toBe(200);
});

test('a session from a link is at aal1 and has its method in amr', async () => {
  const { email, session } = await signUpUser();
  await insertFactor(context, session.user.id);
  const { link } = await requestRecovery(email);
  const { access_token: token } = await readSession(await verify('recovery', link));
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
  expect(claims).toMatchObject({ aal: 'aal1', second_step: true, amr: [{ method: 'recovery' }] });
  expect((await auth.user(token)).status).toBe(200);
  const responseBody = await auth.put(token, { password: 'a new password' });
  expect(await readError(responseBody)).toBe('403 insufficient_aal');
});

test('a recovery link also confirms the address, once', async () => {
  const { email, session } = await signUpUser();
  for (let index = 0; index < 2; index++)
    expect((await verify('recovery', (await requestRecovery(email)).link)).status).toBe(200);
  expect((await findUser(context.db, session.user.id))?.emailConfirmedAt).toBeInstanceOf(Date);
  expect(await listSecurityEvents(session.user.id, 'email_confirmed')).toHaveLength(1);
});

test('stores neither the token nor the code of a mail', async () => {
  const { mail, link } = await signUpUser();
  const storedRows = JSON.stringify(await context.db.select().from(oneTimeTokens));
  expect(storedRows).not.toContain(link.token_hash);
  expect(storedRows).not.toContain(mail.code);
});

test('a failed sign-in leaves the link valid', async () => {
  const { link } = await signUpUser();
  const failingAuth = createAuthClients({
    ...context,
    secrets: {
      ...context.secrets,
      seal: () => {
        throw new Error('no session today');
      },
    },
  });
  expect((await failingAuth.post('verify', { type: 'signup', ...link })).status).toBe(500);
  expect((await verify('signup', link)).status).toBe(200);
});

test('rejects a body without a token', async () => {
  const bodies = [
    {},
    { type: 'signup' },
    { type: 'signup', token_hash: '' },
    { type: 'invite', token_hash: 'x' },
    { type: 'signup', email: createEmail() },
    { type: 'signup', token_hash: { $ne: null } },
  ];
  for (const body of bodies) expect(await readError(await auth.post('verify', body))).toBe('400 validation_failed');
});
