import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import {
  requireReauthenticationOnce,
  createAuthErrorResponse,
  getDialog,
  getSection,
  renderAccount,
  getRow,
  testFactor,
} from '#app/testing/account.ts';
import { collectDownloads } from '#app/testing/downloads.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createSession } from '#app/testing/fake-session.ts';

const RECOVERY_CODES = Array.from({ length: 10 }, (_, index) => `aaaaa-bbbbb-ccccc-0000${index}`);
const WRONG_CODE = 'This code is wrong or was already used.';

test('adds an authenticator app after asking for the password, and shows the recovery codes', async () => {
  const downloads = collectDownloads();
  const { screen, rpc, user, account } = await renderAccount();
  const factor = testFactor({ status: 'unverified' });
  rpc.handle({
    'confirm-identity': ({ ...proof }) => {
      if ('password' in proof && proof.password === 'right') return { confirmedUntil: '2026-03-02T10:05:00Z' };
      throw new RpcFailure(403, {
        code: 'confirmation_failed',
        title: 'Is it you?',
        message: 'We couldn’t confirm it’s you. Nothing has changed. Try again.',
      });
    },
  });
  requireReauthenticationOnce(rpc, 'POST factors', () =>
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
      return createAuthErrorResponse(422, 'mfa_verification_failed', WRONG_CODE);
    user.factors = [{ ...factor, status: 'verified' }];
    return Response.json(createSession(user, { aal: 'aal2' }));
  });
  rpc.handleAuth('POST factors/recovery-codes', () => {
    account.recoveryCodesLeft = 10;
    return Response.json({ codes: RECOVERY_CODES });
  });

  await getSection(screen, 'Two-factor authentication').getByRole('button', { name: 'Add authenticator app' }).click();
  const addDialog = getDialog(screen, 'Add an authenticator app');
  await addDialog.getByLabelText('Name').fill('Phone in the studio');
  await addDialog.getByRole('button', { name: 'Continue' }).click();

  const reauthDialog = getDialog(screen, 'Confirm it’s you');
  const password = reauthDialog.getByLabelText('Password', { exact: true });
  await expect.element(password).toHaveFocus();
  await password.fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(password)
    .toHaveAccessibleDescription('We couldn’t confirm it’s you. Nothing has changed. Try again.');
  await expect.element(password).toHaveValue('wrong');
  await password.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(reauthDialog).not.toBeInTheDocument();

  await expect.element(addDialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect.element(addDialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
  const code = addDialog.getByLabelText('Code from the app');
  await expect.element(code).toHaveFocus();
  await code.fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toHaveAccessibleDescription(WRONG_CODE);
  await code.fill('123 456');
  await userEvent.keyboard('{Enter}');

  const codesDialog = getDialog(screen, 'Your recovery codes');
  await expect.element(codesDialog.getByRole('listitem')).toHaveLength(10);
  await userEvent.keyboard('{Escape}');
  await getDialog(screen, 'Close without saving your codes?').getByRole('button', { name: 'Go back' }).click();
  await codesDialog.getByRole('button', { name: 'Close' }).click();
  await getDialog(screen, 'Close without saving your codes?').getByRole('button', { name: 'Go back' }).click();
  await expect.element(codesDialog).toBeVisible();
  await codesDialog.getByRole('button', { name: 'Download' }).click();
  expect(downloads.map(({ name }) => name)).toEqual(['tillwright-recovery-codes.txt']);
  await page.viewport(390, 844);
  const isOneLine = (listItem: Element) => listItem.scrollWidth <= listItem.clientWidth && listItem.clientHeight < 30;
  expect(codesDialog.getByRole('listitem').elements().every(isOneLine)).toBe(true);
  await page.viewport(1280, 900);
  await codesDialog.getByRole('button', { name: 'I’ve saved my codes' }).click();
  await expect
    .element(getRow(screen, 'Two-factor authentication', 'Recovery codes'))
    .toMatchTextContent('10 of 10 left');
  await expect.element(getRow(screen, 'Two-factor authentication', 'Phone in the studio')).toMatchTextContent('Added');
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
    return Response.json(createSession(user));
  });
  await getRow(screen, 'Two-factor authentication', 'Phone in the studio')
    .getByRole('button', { name: /^Remove/ })
    .click();
  const removeDialog = getDialog(screen, 'Remove Phone in the studio?');
  await expect.element(removeDialog).toMatchTextContent('It’s your only two-factor method.');
  await removeDialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(screen.getByText('Two-factor method removed')).toBeVisible();
  await expect
    .element(getSection(screen, 'Two-factor authentication').getByRole('button', { name: 'Add authenticator app' }))
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
  const requestBodies: unknown[] = [];
  requireReauthenticationOnce(rpc, 'PUT user', (body) => {
    requestBodies.push(body);
    return Response.json({ ...user, new_email: 'kiln-club@shop.example' });
  });
  rpc.handle({ 'confirm-identity': () => ({ confirmedUntil: '2026-03-02T10:05:00Z' }) });
  rpc.handleAuth(`POST factors/${factor.id}/challenge`, () =>
    Response.json({ id: 'challenge', type: 'totp', expires_at: 0 }),
  );
  rpc.handleAuth(`POST factors/${factor.id}/verify`, () => Response.json(createSession(user, { aal: 'aal2' })));

  await getSection(screen, 'Email').getByRole('button', { name: 'Change email address' }).click();
  await getDialog(screen, 'Change your email address')
    .getByLabelText('New email address')
    .fill('kiln-club@shop.example');
  await userEvent.keyboard('{Enter}');
  const reauthDialog = getDialog(screen, 'Confirm it’s you');
  await expect.element(reauthDialog).toMatchTextContent('Step 1 of 2');
  await reauthDialog.getByLabelText('Password', { exact: true }).fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(reauthDialog).toMatchTextContent('Step 2 of 2: two-factor authentication.');
  await expect.element(reauthDialog.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  const code = reauthDialog.getByLabelText('Code from Phone in the studio');
  await expect.element(code).toHaveFocus();
  expect(requestBodies).toEqual([]);
  await code.fill('123456');
  await userEvent.keyboard('{Enter}');
  await expect.element(reauthDialog).not.toBeInTheDocument();
  await expect.element(screen.getByText('Open the link we emailed to kiln-club@shop.example.')).toBeVisible();
  expect(requestBodies).toEqual([expect.objectContaining({ email: 'kiln-club@shop.example' })]);
});
