import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';

import {
  createAuthErrorResponse,
  getDialog,
  getSection,
  renderAccount,
  getRow,
  testFactor,
} from '#app/testing/account.ts';
import { createSession } from '#app/testing/fake-session.ts';

test('discards an unverified phone and adds another one', async () => {
  const { screen, rpc, user, account } = await renderAccount();
  const phoneNumbers: unknown[] = [];
  rpc.handleAuth('POST factors', (body) => {
    phoneNumbers.push((body as { phone: string }).phone);
    const factor = testFactor({
      id: `phone-${phoneNumbers.length}`,
      factor_type: 'phone',
      friendly_name: 'Phone',
      status: 'unverified',
    });
    user.factors = [factor];
    return Response.json({ id: factor.id, type: 'phone' });
  });
  for (const id of ['phone-1', 'phone-2']) {
    rpc.handleAuth(`POST factors/${id}/challenge`, () =>
      Response.json({ id: `challenge of ${id}`, type: 'phone', expires_at: 0 }),
    );
    rpc.handleAuth(`DELETE factors/${id}`, () => {
      user.factors = [];
      return Response.json({ id });
    });
  }
  const verifyBodies: unknown[] = [];
  rpc.handleAuth('POST factors/phone-2/verify', (body) => {
    verifyBodies.push(body);
    user.factors = [testFactor({ id: 'phone-2', factor_type: 'phone', friendly_name: 'Phone' })];
    return Response.json(createSession(user, { aal: 'aal2' }));
  });
  rpc.handleAuth('POST factors/recovery-codes', () => {
    account.recoveryCodesLeft = 10;
    return Response.json({ codes: ['aaaaa-bbbbb'] });
  });
  const section = getSection(screen, 'Two-factor authentication');
  const addButton = section.getByRole('button', { name: 'Add phone' });
  await addButton.click();
  const addDialog = getDialog(screen, 'Add a phone');
  const numberField = addDialog.getByLabelText('Phone number');
  await numberField.fill('2025550123');
  await userEvent.keyboard('{Enter}');
  await expect.element(addDialog.getByText('Start with the country code, like +1.')).toBeVisible();
  expect(phoneNumbers).toEqual([]);
  await numberField.fill('+1202 555 0123');
  await userEvent.keyboard('{Enter}');
  const codeField = addDialog.getByLabelText('Code from the text message');
  await expect.element(codeField).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  const pendingRow = getRow(screen, 'Two-factor authentication', 'Not finished');
  await expect.element(pendingRow.getByRole('button', { name: 'Finish Phone' })).toBeVisible();
  await pendingRow.getByRole('button', { name: /^Discard/ }).click();
  await expect.element(addButton).toBeVisible();

  await addButton.click();
  await numberField.fill('+12025550199');
  await userEvent.keyboard('{Enter}');
  await codeField.fill('654 321');
  await userEvent.keyboard('{Enter}');
  await getDialog(screen, 'Your recovery codes').getByRole('button', { name: 'I’ve saved my codes' }).click();
  await expect.element(getRow(screen, 'Two-factor authentication', 'Recovery codes')).toBeVisible();
  await expect.element(section.getByRole('button', { name: 'Remove Phone', exact: true })).toBeVisible();
  expect(phoneNumbers).toEqual(['+12025550123', '+12025550199']);
  expect(verifyBodies).toEqual([expect.objectContaining({ challenge_id: 'challenge of phone-2', code: '654321' })]);
});

/** Makes the browser wait for a security key until the page aborts the request. */
function waitForSecurityKey(): void {
  const { create } = navigator.credentials;
  navigator.credentials.create = (options) =>
    new Promise((_, reject) => {
      options?.signal?.addEventListener('abort', () =>
        reject(new DOMException('The operation was aborted.', 'AbortError')),
      );
    });
  onTestFinished(() => {
    navigator.credentials.create = create;
  });
}

test('leaves no factor behind when the security key prompt is canceled', async () => {
  waitForSecurityKey();
  const { screen, rpc, user } = await renderAccount();
  const factor = testFactor({ factor_type: 'webauthn', friendly_name: 'Blue key', status: 'unverified' });
  let removed = 0;
  rpc.handleAuth('POST factors', () => {
    user.factors = [factor];
    return Response.json({ id: factor.id, type: 'webauthn', friendly_name: 'Blue key' });
  });
  rpc.handleAuth(`POST factors/${factor.id}/challenge`, () =>
    Response.json({
      id: 'challenge',
      type: 'webauthn',
      expires_at: 0,
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: {
            challenge: 'AAAA',
            rp: { id: 'localhost', name: 'Tillwright' },
            user: { id: 'AAAA', name: 'marlow@example.com', displayName: 'Marlow' },
            pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          },
        },
      },
    }),
  );
  rpc.handleAuth(`DELETE factors/${factor.id}`, () => {
    removed += 1;
    user.factors = [];
    return Response.json({ id: factor.id });
  });
  const section = getSection(screen, 'Two-factor authentication');
  const addButton = section.getByRole('button', { name: 'Add security key' });
  await addButton.click();
  const addDialog = getDialog(screen, 'Add a security key');
  await addDialog.getByLabelText('Name').fill('Blue key');
  await userEvent.keyboard('{Enter}');
  await expect.element(addDialog.getByRole('button', { name: 'Waiting for your key…' })).toBeVisible();
  await addDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(addDialog).not.toBeInTheDocument();
  await expect.element(addButton).toHaveFocus();
  expect(removed).toBe(1);
  await expect.element(section).not.toMatchTextContent('Not finished');
});

test('shows when a passkey was used, and removes it after confirmation', async () => {
  let passkeys = [
    { id: 'p1', friendly_name: 'Laptop', created_at: '2026-02-01T09:00:00Z' },
    {
      id: 'p2',
      friendly_name: 'Phone',
      created_at: '2026-02-01T09:00:00Z',
      last_used_at: '2026-02-02T09:00:00Z',
    },
  ];
  const { screen, rpc } = await renderAccount({ passkeys: () => passkeys });
  rpc.handleAuth('DELETE passkeys/p1', () => {
    passkeys = [];
    return new Response(null, { status: 204 });
  });
  rpc.handleAuth('DELETE passkeys/p2', () => createAuthErrorResponse(500, 'unexpected_failure', 'Not now.'));
  await expect.element(getRow(screen, 'Passkeys', 'Phone')).toMatchTextContent('Last used');
  await expect.element(getRow(screen, 'Passkeys', 'Laptop')).toMatchTextContent('Not used yet');

  await getRow(screen, 'Passkeys', 'Phone')
    .getByRole('button', { name: /^Remove/ })
    .click();
  const removeDialog = getDialog(screen, 'Remove Phone?');
  await removeDialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Couldn’t remove the passkey');
  await removeDialog.getByRole('button', { name: 'Cancel' }).click();

  await getRow(screen, 'Passkeys', 'Laptop')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await getDialog(screen, 'Remove Laptop?').getByRole('button', { name: 'Remove' }).click();
  await expect.element(screen.getByText('Passkey removed')).toBeVisible();
  await expect.element(getSection(screen, 'Passkeys')).toMatchTextContent('No passkeys yet.');
});
