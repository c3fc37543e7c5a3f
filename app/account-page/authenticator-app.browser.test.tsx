import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import {
  askIdentityFirst,
  authRefusal,
  dialog,
  part,
  renderAccount,
  row,
  testFactor,
} from '#app/testing/account.ts';
import { collectDownloads } from '#app/testing/downloads.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { sessionOf } from '#app/testing/fake-session.ts';

const CODES = Array.from({ length: 10 }, (_, index) => `aaaaa-bbbbb-ccccc-0000${index}`);
const WRONG_CODE = 'That code is not right, or was used already.';

test('adds an authenticator app after asking for the password, and shows the recovery codes', async () => {
  const downloads = collectDownloads();
  const { screen, rpc, user, account } = await renderAccount();
  const factor = testFactor({ status: 'unverified' });
  rpc.handle({
    'confirm-identity': ({ ...shown }) => {
      if ('password' in shown && shown.password === 'right')
        return { confirmedUntil: '2026-03-02T10:05:00Z' };
      throw new RpcFailure(403, {
        code: 'confirmation_failed',
        title: 'Is it you?',
        message: 'That was not right. Nothing has changed.',
      });
    },
  });
  askIdentityFirst(rpc, 'POST factors', () =>
    Response.json({
      id: factor.id,
      type: 'totp',
      friendly_name: factor.friendly_name,
      totp: {
        qr_code: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/x',
      },
    }),
  );
  rpc.handleAuth(`POST factors/${factor.id}/challenge`, () =>
    Response.json({ id: 'challenge', type: 'totp', expires_at: 0 }),
  );
  rpc.handleAuth(`POST factors/${factor.id}/verify`, (body) => {
    if ((body as { code: string }).code !== '123456')
      return authRefusal(422, 'mfa_verification_failed', WRONG_CODE);
    user.factors = [{ ...factor, status: 'verified' }];
    return Response.json(sessionOf(user, { aal: 'aal2' }));
  });
  rpc.handleAuth('POST factors/recovery-codes', () => {
    account.recoveryCodesLeft = 10;
    return Response.json({ codes: CODES });
  });

  await part(screen, 'Second step').getByRole('button', { name: 'Add authenticator app' }).click();
  const adding = dialog(screen, 'Add an authenticator app');
  await adding.getByLabelText('Name').fill('Phone in the studio');
  await adding.getByRole('button', { name: 'Continue' }).click();

  const identity = dialog(screen, 'Is it you?');
  const password = identity.getByLabelText('Password', { exact: true });
  await expect.element(password).toHaveFocus();
  await password.fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toHaveAccessibleDescription('That was not right. Nothing has changed.');
  await expect.element(password).toHaveValue('wrong');
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(identity).not.toBeInTheDocument();

  await expect.element(adding.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect.element(adding.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  const code = adding.getByLabelText('Code from the app');
  await expect.element(code).toHaveFocus();
  await code.fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription(WRONG_CODE);
  await code.fill('123 456');
  await userEvent.keyboard('{Enter}');

  const codes = dialog(screen, 'Your recovery codes');
  await expect.element(codes.getByRole('listitem')).toHaveLength(10);
  await userEvent.keyboard('{Escape}');
  await expect.element(codes).toBeVisible();
  await codes.getByRole('button', { name: 'Download' }).click();
  expect(downloads.map(({ name }) => name)).toEqual(['tillwright-recovery-codes.txt']);
  await page.viewport(390, 844);
  const isOneLine = (item: Element) => item.scrollWidth <= item.clientWidth && item.clientHeight < 30;
  expect(codes.getByRole('listitem').elements().every(isOneLine)).toBe(true);
  await page.viewport(1280, 900);
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect.element(row(screen, 'Second step', 'Recovery codes')).toMatchTextContent('10 of 10 left');
  await expect.element(row(screen, 'Second step', 'Phone in the studio')).toMatchTextContent('Added');
});

test('warns before removing the only factor, and refreshes the token', async () => {
  const factor = testFactor();
  const { screen, rpc, user, account } = await renderAccount({
    user: { factors: [factor] },
    account: { recoveryCodesLeft: 10 },
    claims: { aal: 'aal2' },
  });
  let refreshes = 0;
  rpc.handleAuth(`DELETE factors/${factor.id}`, () => {
    user.factors = [];
    account.recoveryCodesLeft = null;
    return Response.json({ id: factor.id });
  });
  rpc.handleAuth('POST token', () => {
    refreshes += 1;
    return Response.json(sessionOf(user));
  });
  await row(screen, 'Second step', 'Phone in the studio')
    .getByRole('button', { name: /^Remove/ })
    .click();
  const removing = dialog(screen, 'Remove Phone in the studio?');
  await expect.element(removing).toMatchTextContent('It is your only second step.');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect.element(screen.getByText('Second step removed')).toBeVisible();
  await expect
    .element(part(screen, 'Second step').getByRole('button', { name: 'Add authenticator app' }))
    .toBeVisible();
  expect(refreshes).toBe(1);
});

test('requires both factors before a sensitive change, and then completes it', async () => {
  const factor = testFactor();
  const { screen, rpc, user } = await renderAccount({
    user: { factors: [factor] },
    account: { recoveryCodesLeft: 10, unshown: ['first', 'second'] },
    claims: { aal: 'aal2' },
  });
  const sent: unknown[] = [];
  askIdentityFirst(rpc, 'PUT user', (body) => {
    sent.push(body);
    return Response.json({ ...user, new_email: 'kiln-club@shop.example' });
  });
  rpc.handle({ 'confirm-identity': () => ({ confirmedUntil: '2026-03-02T10:05:00Z' }) });
  rpc.handleAuth(`POST factors/${factor.id}/challenge`, () =>
    Response.json({ id: 'challenge', type: 'totp', expires_at: 0 }),
  );
  rpc.handleAuth(`POST factors/${factor.id}/verify`, () => Response.json(sessionOf(user, { aal: 'aal2' })));

  await part(screen, 'Email').getByRole('button', { name: 'Change email address' }).click();
  await dialog(screen, 'Change your email address')
    .getByLabelText('New email address')
    .fill('kiln-club@shop.example');
  await userEvent.keyboard('{Enter}');
  const identity = dialog(screen, 'Is it you?');
  await expect.element(identity).toMatchTextContent('The first of two steps');
  await identity.getByLabelText('Password', { exact: true }).fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(identity).toMatchTextContent('Now your second step.');
  await expect.element(identity.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  const code = identity.getByLabelText('Code from Phone in the studio');
  await expect.element(code).toHaveFocus();
  expect(sent).toEqual([]);
  await code.fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(identity).not.toBeInTheDocument();
  await expect.element(screen.getByText('Open the mail at kiln-club@shop.example.')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ email: 'kiln-club@shop.example' })]);
});
