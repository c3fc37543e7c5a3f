import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';

import {
  requireReauthenticationOnce,
  createAuthErrorResponse,
  getDialog,
  getSection,
  renderAccount,
  getRow,
  testFactor,
} from '#app/testing/account.ts';
import { createSession } from '#app/testing/fake-session.ts';

const NEW_PASSWORD = 'kiln club on tuesdays';
const NEW_ADDRESS = 'kiln-club@shop.example';

test('changes the password, and shows each error at its field', async () => {
  const { screen, rpc, user } = await renderAccount();
  const requestBodies: unknown[] = [];
  rpc.handleAuth('PUT user', (body) => {
    requestBodies.push(body);
    const { current_password: currentPassword } = body as { current_password?: string };
    return currentPassword === 'right'
      ? Response.json(user)
      : createAuthErrorResponse(400, 'invalid_credentials', 'Invalid login credentials');
  });
  let refreshes = 0;
  rpc.handleAuth('POST token', () => {
    refreshes += 1;
    return Response.json(createSession(user));
  });
  await getSection(screen, 'Password').getByRole('button', { name: 'Change password' }).click();
  const changeDialog = getDialog(screen, 'Change your password');
  const newPasswordField = changeDialog.getByLabelText('New password', { exact: true });
  await newPasswordField.fill('abc');
  await userEvent.keyboard('{Enter}');
  await expect.element(newPasswordField).toHaveFocus();
  await expect.element(changeDialog.getByText('Use at least 6 characters.')).toBeVisible();
  expect(requestBodies).toEqual([]);

  await newPasswordField.fill(NEW_PASSWORD);
  const currentPasswordField = changeDialog.getByLabelText('Current password', { exact: true });
  await currentPasswordField.fill('wrong');
  await newPasswordField.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(changeDialog.getByText('Incorrect password.')).toBeVisible();
  await expect.element(currentPasswordField).toHaveFocus();
  expect(refreshes).toBe(0);

  await currentPasswordField.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Password changed')).toBeVisible();
  await expect.element(screen.getByText('All other browsers are signed out.')).toBeVisible();
  await expect.element(changeDialog).not.toBeInTheDocument();
  expect(requestBodies.at(-1)).toMatchObject({ password: NEW_PASSWORD, current_password: 'right' });
  expect(refreshes).toBe(1);
});

test('refuses the current and an incomplete email address before sending anything', async () => {
  const { screen, rpc, user } = await renderAccount();
  let requests = 0;
  rpc.handleAuth('PUT user', () => {
    requests += 1;
    return Response.json(user);
  });
  await getSection(screen, 'Email').getByRole('button', { name: 'Change email address' }).click();
  const field = getDialog(screen, 'Change your email address').getByLabelText('New email address');
  for (const [text, errorMessage] of [
    ['', 'Enter your new email address.'],
    ['kiln-club', 'Enter a valid email address, like you@example.com.'],
    [user.email?.toUpperCase() ?? '', 'This is already your email address.'],
  ] as const) {
    await field.fill(text);
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAccessibleDescription(errorMessage);
    await expect.element(field).toHaveFocus();
  }
  expect(requests).toBe(0);
});

test('waits for both addresses after reauthentication by an emailed code', async () => {
  const { screen, rpc, user, account } = await renderAccount();
  rpc.handle({ 'confirm-identity': () => ({ confirmedUntil: '2026-03-02T10:05:00Z' }) });
  let emailCount = 0;
  rpc.handleAuth('GET reauthenticate', () => {
    emailCount += 1;
    return Response.json({});
  });
  requireReauthenticationOnce(rpc, 'PUT user', () => {
    account.newEmail = NEW_ADDRESS;
    return Response.json({ ...user, new_email: NEW_ADDRESS });
  });
  await expect.element(getRow(screen, 'Email', 'marlow@example.com')).toMatchTextContent('Confirmed');
  await getSection(screen, 'Email').getByRole('button', { name: 'Change email address' }).click();
  await getDialog(screen, 'Change your email address').getByLabelText('New email address').fill(NEW_ADDRESS);
  await userEvent.keyboard('{Enter}');

  const reauthDialog = getDialog(screen, 'Confirm it’s you');
  await reauthDialog.getByRole('button', { name: 'Email me a code' }).click();
  expect(emailCount).toBe(0);
  await reauthDialog.getByRole('button', { name: 'Send code' }).click();
  const code = reauthDialog.getByLabelText('Code from the email');
  await expect.element(code).toHaveFocus();
  expect(emailCount).toBe(1);
  await code.fill('123 456');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Email sent')).toBeVisible();
  expect(rpc.bodiesOf('confirm-identity')).toEqual([{ code: '123456' }]);
  const pendingRow = getRow(screen, 'Email', 'Pending');
  await expect
    .element(pendingRow)
    .toMatchTextContent(`Open the links we emailed to ${NEW_ADDRESS} and marlow@example.com.`);
});

test('keeps the typed address and changes nothing when the reauthentication is canceled', async () => {
  const { screen, rpc } = await renderAccount();
  requireReauthenticationOnce(rpc, 'PUT user', () => createAuthErrorResponse(500, 'sent_again'));
  const changeButton = getSection(screen, 'Email').getByRole('button', { name: 'Change email address' });
  await changeButton.click();
  const changeDialog = getDialog(screen, 'Change your email address');
  const field = changeDialog.getByLabelText('New email address');
  await field.fill(NEW_ADDRESS);
  await userEvent.keyboard('{Enter}');
  const reauthDialog = getDialog(screen, 'Confirm it’s you');
  await expect.element(reauthDialog.getByLabelText('Password', { exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(reauthDialog).not.toBeInTheDocument();
  await expect.element(field).toHaveValue(NEW_ADDRESS);
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(changeDialog).not.toBeInTheDocument();
  await expect.element(changeButton).toHaveFocus();
});

test('resends the confirmation email, and requires it before a second factor', async () => {
  const { screen, rpc } = await renderAccount({
    user: { factors: [] },
    account: { emailConfirmed: false, mayHaveSecondStep: false },
  });
  const requestBodies: unknown[] = [];
  rpc.handleAuth('POST resend', (body) => {
    requestBodies.push(body);
    return Response.json({});
  });
  await expect.element(getRow(screen, 'Email', 'marlow@example.com')).toMatchTextContent('Not confirmed');
  const waitingRow = getRow(screen, 'Two-factor authentication', 'Confirm your email address first');
  await waitingRow.getByRole('button', { name: 'Resend email' }).click();
  await expect.element(screen.getByText('Email sent')).toBeVisible();
  expect(requestBodies).toEqual([expect.objectContaining({ type: 'signup', email: 'marlow@example.com' })]);
  await expect
    .element(getSection(screen, 'Two-factor authentication').getByRole('button', { name: /^Add/ }))
    .not.toBeInTheDocument();
});

test('requires only the new address to confirm when the user has a second factor', async () => {
  const { screen } = await renderAccount({
    user: { factors: [testFactor()] },
    account: { newEmail: NEW_ADDRESS, recoveryCodesLeft: 10 },
    claims: { aal: 'aal2' },
  });
  const pendingRow = getRow(screen, 'Email', 'Pending');
  await expect.element(pendingRow).toMatchTextContent(`Open the link we emailed to ${NEW_ADDRESS}. Your address`);
});
