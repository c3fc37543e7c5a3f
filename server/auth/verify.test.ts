import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { securityEvents } from '#server/db/schema-accounts.ts';
import { oneTimeTokens, sessions } from '#server/db/schema-people.ts';
import { findUser } from '#server/db/users.ts';

import { doorsOf, newEmail, openDoors, refusalOf, sessionFrom } from './auth-testing.ts';
import { giveFactor, shownBy, takeOne } from './testing-mailbox.ts';

const doors = await openDoors();
const { context } = doors;

type Way = { token_hash: string } | { email: string; token: string };
const verify = (type: string, way: Way) => doors.post('verify', { type, ...way });

async function signedUp() {
  const email = newEmail();
  const session = await doors.signUp(email);
  const mail = await takeOne(context, email, 'confirm_email');
  return { email, session, mail, link: { token_hash: shownBy(mail).token_hash } };
}

async function recovering(email: string) {
  await doors.post('recover', { email });
  const mail = await takeOne(context, email, 'recover_password');
  return { mail, link: { token_hash: shownBy(mail).token_hash } };
}

const eventsOf = async (userId: string, kind: 'email_confirmed') =>
  context.db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), eq(securityEvents.kind, kind)));

test('the link of the first mail confirms the address and signs in', async () => {
  const { email, session, link } = await signedUp();
  expect(session.user).toMatchObject({ email_confirmed_at: null });
  const { user, access_token } = await sessionFrom(await verify('signup', link));
  expect(user).toMatchObject({ id: session.user.id, email, email_confirmed_at: expect.any(String) });
  expect(user).toMatchObject({ identities: [{ identity_data: { email, email_verified: true } }] });
  expect((await doors.user(access_token)).status).toBe(200);
  expect(await eventsOf(session.user.id, 'email_confirmed')).toHaveLength(1);
});

test('the six-digit code of a mail works like its link, for its own address only', async () => {
  const { email, session, mail } = await signedUp();
  const other = await signedUp();
  expect(await refusalOf(await verify('signup', { email: other.email, token: mail.code }))).toBe(
    '403 otp_expired',
  );
  const digits = ` ${mail.code.slice(0, 3)} ${mail.code.slice(3)} `;
  const { user } = await sessionFrom(
    await verify('signup', { email: ` ${email.toUpperCase()}`, token: digits }),
  );
  expect(user.id).toBe(session.user.id);
});

test("wrong codes and wrong links get GoTrue's messages", async () => {
  const { email } = await signedUp();
  const messageOf = async (shown: Way) =>
    ((await (await verify('signup', shown)).json()) as { msg: string }).msg;
  expect(await messageOf({ email, token: '000000' })).toBe('Token has expired or is invalid');
  expect(await messageOf({ token_hash: 'x' })).toBe('Email link is invalid or has expired');
});

test('link and code are one token: using either invalidates the other', async () => {
  const first = await signedUp();
  expect((await verify('signup', first.link)).status).toBe(200);
  const digits = { email: first.email, token: first.mail.code };
  expect(await refusalOf(await verify('signup', digits))).toBe('403 otp_expired');
  const second = await signedUp();
  expect((await verify('signup', { email: second.email, token: second.mail.code })).status).toBe(200);
  expect(await refusalOf(await verify('signup', second.link))).toBe('403 otp_expired');
});

test('wrong, used, expired, foreign and mistyped tokens get identical responses', async () => {
  const [used, late, foreign, typed] = [
    await signedUp(),
    await signedUp(),
    await signedUp(),
    await signedUp(),
  ];
  await verify('signup', used.link);
  const { mail: recovery } = await recovering(foreign.email);
  const links = [
    await verify('signup', used.link),
    await verify('signup', { token_hash: 'A'.repeat(43) }),
    await verify('email', typed.link),
    await verify('email_change', typed.link),
    await verify('signup', { token_hash: shownBy(recovery).token_hash }),
  ];
  const digits = [
    await verify('recovery', { email: typed.email, token: recovery.code }),
    await verify('signup', { email: newEmail(), token: typed.mail.code }),
    await verify('signup', { email: 'nobody', token: 'no code' }),
  ];
  doors.clock.now += 3_600_000;
  links.push(await verify('signup', late.link));
  digits.push(await verify('signup', { email: late.email, token: late.mail.code }));
  for (const answers of [links, digits]) {
    const words = await Promise.all(answers.map(async (answer) => `${answer.status} ${await answer.text()}`));
    expect(new Set(words).size).toBe(1);
    expect(words[0]).toContain('"otp_expired"');
  }
});

test('of many concurrent uses, by link and by code, in two processes, one signs in', async () => {
  const { email, session, mail, link } = await signedUp();
  const second = doorsOf(doors.contextOn(doors.another()));
  const presses = [doors, second, doors, second].flatMap((process) => [
    process.post('verify', { type: 'signup', ...link }),
    process.post('verify', { type: 'signup', email, token: mail.code }),
  ]);
  const statuses = (await Promise.all(presses)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403, 403, 403, 403]);
  const opened = await context.db.select().from(sessions).where(eq(sessions.userId, session.user.id));
  expect(opened).toHaveLength(2);
});

test('a new mail invalidates the previous one', async () => {
  const { email, link } = await signedUp();
  await doors.post('resend', { type: 'signup', email });
  const again = await takeOne(context, email, 'confirm_email');
  expect(await refusalOf(await verify('signup', link))).toBe('403 otp_expired');
  expect((await verify('signup', { token_hash: shownBy(again).token_hash })).status).toBe(200);
});

test('fetching a link, as mail scanners do, does not use it up', async () => {
  const { link } = await signedUp();
  for (const method of ['GET', 'HEAD'])
    expect((await doors.send(method, `verify?type=signup&token_hash=${link.token_hash}`)).status).toBe(405);
  expect((await verify('signup', link)).status).toBe(200);
});

test('a session from a link is at aal1 and has its method in amr', async () => {
  const { email, session } = await signedUp();
  await giveFactor(context, session.user.id);
  const { link } = await recovering(email);
  const { access_token: token } = await sessionFrom(await verify('recovery', link));
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
  expect(claims).toMatchObject({ aal: 'aal1', second_step: true, amr: [{ method: 'recovery' }] });
  expect((await doors.user(token)).status).toBe(200);
  const change = await doors.put(token, { password: 'a new password' });
  expect(await refusalOf(change)).toBe('403 insufficient_aal');
});

test('a recovery link also confirms the address, once', async () => {
  const { email, session } = await signedUp();
  for (let turn = 0; turn < 2; turn++)
    expect((await verify('recovery', (await recovering(email)).link)).status).toBe(200);
  expect((await findUser(context.db, session.user.id))?.emailConfirmedAt).toBeInstanceOf(Date);
  expect(await eventsOf(session.user.id, 'email_confirmed')).toHaveLength(1);
});

test('stores neither the token nor the code of a mail', async () => {
  const { mail, link } = await signedUp();
  const kept = JSON.stringify(await context.db.select().from(oneTimeTokens));
  expect(kept).not.toContain(link.token_hash);
  expect(kept).not.toContain(mail.code);
});

test('a failed sign-in leaves the link valid', async () => {
  const { link } = await signedUp();
  const failing = doorsOf({
    ...context,
    secrets: {
      ...context.secrets,
      seal: () => {
        throw new Error('no session today');
      },
    },
  });
  expect((await failing.post('verify', { type: 'signup', ...link })).status).toBe(500);
  expect((await verify('signup', link)).status).toBe(200);
});

test('rejects a body without a token', async () => {
  const bodies = [
    {},
    { type: 'signup' },
    { type: 'signup', token_hash: '' },
    { type: 'invite', token_hash: 'x' },
    { type: 'signup', email: newEmail() },
    { type: 'signup', token_hash: { $ne: null } },
  ];
  for (const body of bodies)
    expect(await refusalOf(await doors.post('verify', body))).toBe('400 validation_failed');
});
