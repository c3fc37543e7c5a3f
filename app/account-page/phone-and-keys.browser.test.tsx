import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';

import { authRefusal, dialog, part, renderAccount, row, testFactor } from '#app/testing/account.ts';
import { sessionOf } from '#app/testing/fake-session.ts';

test('discards an unverified phone and adds another one', async () => {
  const { screen, rpc, user, account } = await renderAccount();
  const numbers: unknown[] = [];
  rpc.handleAuth('POST factors', (body) => {
    numbers.push((body as { phone: string }).phone);
    const factor = testFactor({
      id: `phone-${numbers.length}`,
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
  const verified: unknown[] = [];
  rpc.handleAuth('POST factors/phone-2/verify', (body) => {
    verified.push(body);
    user.factors = [testFactor({ id: 'phone-2', factor_type: 'phone', friendly_name: 'Phone' })];
    return Response.json(sessionOf(user, { aal: 'aal2' }));
  });
  rpc.handleAuth('POST factors/recovery-codes', () => {
    account.recoveryCodesLeft = 10;
    return Response.json({ codes: ['aaaaa-bbbbb'] });
  });
  const secondStep = part(screen, 'Second step');
  const add = secondStep.getByRole('button', { name: 'Add phone' });
  await add.click();
  const adding = dialog(screen, 'Add a phone');
  const number = adding.getByLabelText('Number');
  await number.fill('2025550123');
  await userEvent.keyboard('{Enter}');
  await expect.element(adding.getByText('Begin with the country code, like +44.')).toBeVisible();
  expect(numbers).toEqual([]);
  await number.fill('+1202 555 0123');
  await userEvent.keyboard('{Enter}');
  const code = adding.getByLabelText('Code from the message');
  await expect.element(code).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  const unfinished = row(screen, 'Second step', 'Not finished');
  await expect.element(unfinished.getByRole('button', { name: 'Finish Phone' })).toBeVisible();
  await unfinished.getByRole('button', { name: /^Discard/ }).click();
  await expect.element(add).toBeVisible();

  await add.click();
  await number.fill('+12025550199');
  await userEvent.keyboard('{Enter}');
  await code.fill('654 321');
  await userEvent.keyboard('{Enter}');
  await dialog(screen, 'Your recovery codes').getByRole('button', { name: 'I have kept them' }).click();
  await expect.element(row(screen, 'Second step', 'Recovery codes')).toBeVisible();
  await expect.element(secondStep.getByRole('button', { name: 'Remove Phone', exact: true })).toBeVisible();
  expect(numbers).toEqual(['+12025550123', '+12025550199']);
  expect(verified).toEqual([
    expect.objectContaining({ challenge_id: 'challenge of phone-2', code: '654321' }),
  ]);
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
  const key = testFactor({ factor_type: 'webauthn', friendly_name: 'Blue key', status: 'unverified' });
  let removed = 0;
  rpc.handleAuth('POST factors', () => {
    user.factors = [key];
    return Response.json({ id: key.id, type: 'webauthn', friendly_name: 'Blue key' });
  });
  rpc.handleAuth(`POST factors/${key.id}/challenge`, () =>
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
  rpc.handleAuth(`DELETE factors/${key.id}`, () => {
    removed += 1;
    user.factors = [];
    return Response.json({ id: key.id });
  });
  const secondStep = part(screen, 'Second step');
  const add = secondStep.getByRole('button', { name: 'Add security key' });
  await add.click();
  const adding = dialog(screen, 'Add a security key');
  await adding.getByLabelText('Name').fill('Blue key');
  await userEvent.keyboard('{Enter}');
  await expect.element(adding.getByRole('button', { name: 'Waiting for it...' })).toBeVisible();
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(adding).not.toBeInTheDocument();
  await expect.element(add).toHaveFocus();
  expect(removed).toBe(1);
  await expect.element(secondStep).not.toMatchTextContent('Not finished');
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
  rpc.handleAuth('DELETE passkeys/p2', () => authRefusal(500, 'unexpected_failure', 'Not now.'));
  await expect.element(row(screen, 'Passkeys', 'Phone')).toMatchTextContent('Last used');
  await expect.element(row(screen, 'Passkeys', 'Laptop')).toMatchTextContent('Not used yet');

  await row(screen, 'Passkeys', 'Phone')
    .getByRole('button', { name: /^Remove/ })
    .click();
  const question = dialog(screen, 'Remove Phone?');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The passkey was not removed');
  await question.getByRole('button', { name: 'Keep it' }).click();

  await row(screen, 'Passkeys', 'Laptop')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await dialog(screen, 'Remove Laptop?').getByRole('button', { name: 'Remove' }).click();
  await expect.element(screen.getByText('Passkey removed')).toBeVisible();
  await expect.element(part(screen, 'Passkeys')).toMatchTextContent('None yet.');
});
