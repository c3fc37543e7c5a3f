import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';

import {
  ADDED_AT,
  requireReauthenticationOnce,
  getDialog,
  getSection,
  renderAccount,
  getRow,
} from '#app/testing/account.ts';
import { collectDownloads } from '#app/testing/downloads.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import type { AccountSession } from '#domain/account.ts';

const createSession = (id: string, overrides: Partial<AccountSession> = {}): AccountSession => ({
  id,
  current: false,
  device: `Firefox on ${id}`,
  kind: 'desktop',
  address: '203.0.113.7',
  createdAt: ADDED_AT,
  lastUsedAt: ADDED_AT,
  secondStep: false,
  ...overrides,
});

test('ends one session, then all others after the password', async () => {
  let sessions = [
    createSession('Windows', { current: true }),
    ...['Linux', 'Android', 'iPad'].map((id) => createSession(id)),
  ];
  const { screen, rpc } = await renderAccount({ handlers: { 'list-sessions': () => ({ sessions }) } });
  rpc.handle({
    'end-session': ({ sessionId }) => {
      sessions = sessions.filter(({ id }) => id !== sessionId);
      return { ended: true };
    },
    'confirm-identity': () => ({ confirmedUntil: '2026-03-02T10:05:00Z' }),
  });
  requireReauthenticationOnce(
    rpc,
    'POST logout',
    () => {
      sessions = sessions.filter(({ current }) => current);
      return new Response(null, { status: 204 });
    },
    422,
  );
  const sessionRows = screen.getByRole('table', { name: 'Sessions' }).getByRole('row');
  // The first row has the headers.
  await expect.element(sessionRows).toHaveLength(5);
  await expect.element(sessionRows.first()).toMatchTextContent('BrowserLast usedSigned inIP address');
  await expect.element(sessionRows.filter({ hasText: 'This browser' })).toHaveLength(1);
  await getSection(screen, 'Sessions').getByRole('button', { name: 'End session on Firefox on Android' }).click();
  await getDialog(screen, 'End the session on Firefox on Android?')
    .getByRole('button', { name: 'End session' })
    .click();
  await expect.element(screen.getByText('Firefox on Android is signed out.')).toBeVisible();
  await expect.element(sessionRows).toHaveLength(4);
  expect(rpc.bodiesOf('end-session')).toEqual([{ sessionId: 'Android' }]);

  await getSection(screen, 'Sessions').getByRole('button', { name: 'End all other sessions' }).click();
  await getDialog(screen, 'End all other sessions?').getByRole('button', { name: 'End sessions' }).click();
  await getDialog(screen, 'Confirm it’s you').getByLabelText('Password', { exact: true }).fill('right');
  await userEvent.keyboard('{Enter}');
  await expect.element(sessionRows).toHaveLength(2);
  await expect.element(getSection(screen, 'Sessions').getByRole('button')).not.toBeInTheDocument();
});

test('disconnects a Google account after confirmation', async () => {
  const identity = {
    id: 'google-1',
    identity_id: 'identity-1',
    user_id: 'user-1',
    provider: 'google',
    identity_data: { email: 'marlow@gmail.example' },
    created_at: ADDED_AT,
  };
  const { screen, rpc, user } = await renderAccount({ user: { identities: [identity] } });
  rpc.handleAuth('DELETE user/identities/identity-1', () => {
    user.identities = [];
    return Response.json({});
  });
  const connectedSection = getSection(screen, 'Connected accounts');
  await expect.element(getRow(screen, 'Connected accounts', 'Google')).toMatchTextContent('marlow@gmail.example');
  await connectedSection.getByRole('button', { name: 'Disconnect Google' }).click();
  await getDialog(screen, 'Disconnect Google?').getByRole('button', { name: 'Disconnect' }).click();
  await expect.element(screen.getByText('Google disconnected')).toBeVisible();
  await expect.element(connectedSection.getByRole('button', { name: 'Connect Google' })).toBeVisible();
});

test('ignores a provider response that this tab did not request, and cleans the URL', async () => {
  const { screen, history } = await renderAccount({
    url: '/account?connected=google&error=server_error&error_description=Call+this+number',
  });
  await expect.poll(() => history.url).toBe('/account');
  await expect.element(screen.getByText('Call this number')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Couldn’t connect Google')).not.toBeInTheDocument();
});

test('shows a saved name in the account menu', async () => {
  const { screen, rpc, user, account } = await renderAccount();
  rpc.handleAuth('PUT user', (body) => {
    const { data } = body as { data: { name: string } };
    account.name = data.name;
    user.user_metadata = data;
    return Response.json(user);
  });
  await screen.getByRole('button', { name: 'MA: account menu for marlow@example.com' }).click();
  await screen.getByRole('link', { name: 'Account', exact: true }).click();
  await screen.getByLabelText('Your name').fill('Mara Vance');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Name saved')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'MV: account menu for marlow@example.com' })).toBeVisible();
});

test('downloads the account data, and reloads the security events', async () => {
  const downloads = collectDownloads();
  const { screen, rpc } = await renderAccount();
  rpc.handle({
    'export-account': () => ({ profile: { email: 'marlow@example.com' } }),
    'list-security-events': () => ({
      events: [
        {
          id: 'event-1',
          kind: 'account_exported',
          title: 'Data downloaded',
          detail: '',
          at: ADDED_AT,
          device: 'Firefox on Linux',
          address: null,
        },
      ],
      more: false,
    }),
  });
  await getSection(screen, 'Your data').getByRole('button', { name: 'Download' }).click();
  await expect.element(getRow(screen, 'Security events', 'Data downloaded')).toBeVisible();
  expect(downloads.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^tillwright-account-\d{4}-\d\d-\d\d\.json$/),
  ]);
});

test('requires the email address before the deletion, and shows an error at the field', async () => {
  const { screen, rpc } = await renderAccount();
  rpc.handle({
    'account-fate': () => ({
      pages: { total: 1, onSale: 1 },
      orders: 2,
      buyersSubscriptions: 0,
      hasDeliveries: false,
      subscription: null,
      connected: false,
    }),
    'delete-account': () => {
      throw new RpcFailure(422, {
        code: 'account_email_differs',
        title: 'Not deleted',
        message: 'To delete this account, enter its email address.',
      });
    },
  });
  await getSection(screen, 'Delete account').getByRole('button', { name: 'Delete account' }).click();
  const deleteDialog = getDialog(screen, 'Delete your account?');
  await expect.element(deleteDialog).toMatchTextContent('You’ll be signed out everywhere');
  const deleteButton = deleteDialog.getByRole('button', { name: 'Delete account' });
  const field = deleteDialog.getByLabelText('Enter marlow@example.com to confirm');
  await field.fill('marlow@example.co');
  await expect.element(deleteButton).toBeDisabled();
  await field.fill('MARLOW@example.com');
  await deleteButton.click();
  await expect.element(field).toHaveAccessibleDescription('To delete this account, enter its email address.');
  await expect.element(field).toHaveFocus();
  expect(rpc.bodiesOf('delete-account')).toEqual([{ email: 'MARLOW@example.com' }]);
});
