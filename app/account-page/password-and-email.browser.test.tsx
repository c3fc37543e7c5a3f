import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';

import {
  askIdentityFirst,
  authRefusal,
  dialog,
  part,
  renderAccount,
  row,
  testFactor,
} from '#app/testing/account.ts';
import { sessionOf } from '#app/testing/fake-session.ts';

const NEW_PASSWORD = 'kiln club on tuesdays';
const NEW_ADDRESS = 'kiln-club@shop.example';

test('changes the password, and shows each error at its field', async () => {
  const { screen, rpc, user } = await renderAccount();
  const sent: unknown[] = [];
  rpc.handleAuth('PUT user', (body) => {
    sent.push(body);
    const { current_password: current } = body as { current_password?: string };
    return current === 'right'
      ? Response.json(user)
      : authRefusal(400, 'invalid_credentials', 'Invalid login credentials');
  });
  let refreshes = 0;
  rpc.handleAuth('POST token', () => {
    refreshes += 1;
    return Response.json(sessionOf(user));
  });
  await part(screen, 'Password').getByRole('button', { name: 'Change password' }).click();
  const changing = dialog(screen, 'Change your password');
  const field = changing.getByLabelText('New password', { exact: true });
  await field.fill('abc');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveFocus();
  await expect.element(changing.getByText('A password has at least 6 characters.')).toBeVisible();
  expect(sent).toEqual([]);

  await field.fill(NEW_PASSWORD);
  const current = changing.getByLabelText('Current password', { exact: true });
  await current.fill('wrong');
  await field.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(changing.getByText('This is not your password.')).toBeVisible();
  await expect.element(current).toHaveFocus();
  expect(refreshes).toBe(0);

  await current.fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Password changed')).toBeVisible();
  await expect.element(screen.getByText('Every other browser is signed out.')).toBeVisible();
  await expect.element(changing).not.toBeInTheDocument();
  expect(sent.at(-1)).toMatchObject({ password: NEW_PASSWORD, current_password: 'right' });
  expect(refreshes).toBe(1);
});

test('refuses the current and an incomplete email address before sending anything', async () => {
  const { screen, rpc, user } = await renderAccount();
  let requests = 0;
  rpc.handleAuth('PUT user', () => {
    requests += 1;
    return Response.json(user);
  });
  await part(screen, 'Email').getByRole('button', { name: 'Change email address' }).click();
  const field = dialog(screen, 'Change your email address').getByLabelText('New email address');
  for (const [typed, problem] of [
    ['', 'Type the new address.'],
    ['kiln-club', 'Type the whole address, like you@example.com.'],
    [user.email?.toUpperCase() ?? '', 'This is your address already.'],
  ] as const) {
    await field.fill(typed);
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveAccessibleDescription(problem);
    await expect.element(field).toHaveFocus();
  }
  expect(requests).toBe(0);
});

test('waits for both addresses after reauthentication by an emailed code', async () => {
  const { screen, rpc, user, account } = await renderAccount();
  rpc.handle({ 'confirm-identity': () => ({ confirmedUntil: '2026-03-02T10:05:00Z' }) });
  let mails = 0;
  rpc.handleAuth('GET reauthenticate', () => {
    mails += 1;
    return Response.json({});
  });
  askIdentityFirst(rpc, 'PUT user', () => {
    account.newEmail = NEW_ADDRESS;
    return Response.json({ ...user, new_email: NEW_ADDRESS });
  });
  await expect.element(row(screen, 'Email', 'marlow@example.com')).toMatchTextContent('Confirmed');
  await part(screen, 'Email').getByRole('button', { name: 'Change email address' }).click();
  await dialog(screen, 'Change your email address').getByLabelText('New email address').fill(NEW_ADDRESS);
  await userEvent.keyboard('{Enter}');

  const identity = dialog(screen, 'Is it you?');
  await identity.getByRole('button', { name: 'Send me a code by mail' }).click();
  expect(mails).toBe(0);
  await identity.getByRole('button', { name: 'Send the code' }).click();
  const code = identity.getByLabelText('Code from the mail');
  await expect.element(code).toHaveFocus();
  expect(mails).toBe(1);
  await code.fill('123 456');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Mail sent')).toBeVisible();
  expect(rpc.bodiesOf('confirm-identity')).toEqual([{ code: '123456' }]);
  const pending = row(screen, 'Email', 'Waiting');
  await expect
    .element(pending)
    .toMatchTextContent(`Open the mail at ${NEW_ADDRESS} and the one at marlow@example.com.`);
});

test('keeps the typed address and changes nothing when the reauthentication is canceled', async () => {
  const { screen, rpc } = await renderAccount();
  askIdentityFirst(rpc, 'PUT user', () => authRefusal(500, 'sent_again'));
  const change = part(screen, 'Email').getByRole('button', { name: 'Change email address' });
  await change.click();
  const changing = dialog(screen, 'Change your email address');
  const field = changing.getByLabelText('New email address');
  await field.fill(NEW_ADDRESS);
  await userEvent.keyboard('{Enter}');
  const identity = dialog(screen, 'Is it you?');
  await expect.element(identity.getByLabelText('Password', { exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(identity).not.toBeInTheDocument();
  await expect.element(field).toHaveValue(NEW_ADDRESS);
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(changing).not.toBeInTheDocument();
  await expect.element(change).toHaveFocus();
});

test('resends the confirmation email, and requires it before a second factor', async () => {
  const { screen, rpc } = await renderAccount({
    user: { factors: [] },
    account: { emailConfirmed: false, mayHaveSecondStep: false },
  });
  const sent: unknown[] = [];
  rpc.handleAuth('POST resend', (body) => {
    sent.push(body);
    return Response.json({});
  });
  await expect.element(row(screen, 'Email', 'marlow@example.com')).toMatchTextContent('Not confirmed');
  const waiting = row(screen, 'Second step', 'Confirm your email address first');
  await waiting.getByRole('button', { name: 'Send again' }).click();
  await expect.element(screen.getByText('Mail sent')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ type: 'signup', email: 'marlow@example.com' })]);
  await expect
    .element(part(screen, 'Second step').getByRole('button', { name: /^Add/ }))
    .not.toBeInTheDocument();
});

test('requires only the new address to confirm when the user has a second factor', async () => {
  const { screen } = await renderAccount({
    user: { factors: [testFactor()] },
    account: { newEmail: NEW_ADDRESS, recoveryCodesLeft: 10 },
    claims: { aal: 'aal2' },
  });
  const pending = row(screen, 'Email', 'Waiting');
  await expect.element(pending).toMatchTextContent(`Open the mail at ${NEW_ADDRESS}. Until then`);
});
