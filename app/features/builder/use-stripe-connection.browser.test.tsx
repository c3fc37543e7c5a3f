import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';

import { getPublishButton, getToast } from '#app/testing/builder-screen.ts';
import { createBuilderHandlers, NOT_CONNECTED } from '#app/testing/builder.ts';
import { NoResponse, RpcFailure, type RpcHandlers } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import type { Connection } from '#domain/rpc-contract.ts';

const REASON = 'Stripe needs more details before you can accept payments.';
const ONBOARDING_URL = 'https://connect.example/onboarding/acct_test';

const restricted: Connection = {
  ...NOT_CONNECTED,
  stripe_account_id: 'acct_test',
  state: 'incomplete',
  reason: REASON,
};

const handlers = (connection: Connection, more: RpcHandlers = {}): RpcHandlers => ({
  ...createBuilderHandlers(),
  'get-connection': () => connection,
  ...more,
});

const connectButton = () => page.getByRole('button', { name: 'Create Stripe account', exact: true });

/** Creates a tab for `window.open` to return and records what the interface does with it. */
function fakeTab() {
  const replace = vi.fn<(url: string) => void>();
  const close = vi.fn<() => void>();
  return {
    tab: { closed: false, opener: null, location: { replace }, close } as unknown as Window,
    replace,
    close,
  };
}

/** Stubs `window.open` until the test ends; null means that the browser blocks the tab. */
function stubOpen(tab: Window | null): void {
  const open = vi.spyOn(window, 'open').mockReturnValue(tab);
  onTestFinished(() => open.mockRestore());
}

test.for([
  ['/builder?stripe_success=true&kept=1', '/builder?kept=1'],
  ['/builder?stripe_refresh=true', '/builder'],
])('reports incomplete onboarding whatever the URL %s says', async ([address = '', rest]) => {
  const { history, rpc } = await renderApp(address, handlers(NOT_CONNECTED));
  await expect.element(getToast('Onboarding Incomplete')).toBeVisible();
  await expect.poll(() => history.url).toBe(rest);
  await expect.element(connectButton()).toBeVisible();
  expect(rpc.bodiesOf('get-connection')).toContainEqual({ refresh: true });
});

test('shows why an account is restricted and how to continue', async () => {
  await renderApp('/builder?stripe_success=true', handlers(restricted));
  await expect.element(getToast('Onboarding Incomplete')).toMatchTextContent(REASON);
  const stripe = page.getByRole('complementary', { name: 'Stripe' });
  await expect.element(stripe).toMatchTextContent(REASON);
  await expect.element(stripe.getByRole('button', { name: 'Continue Onboarding' })).toBeVisible();
});

test('confirms the connection after onboarding', async () => {
  await renderApp('/builder?stripe_success=true', createBuilderHandlers());
  await expect.element(getToast('Connected')).toBeVisible();
  await expect.element(page.getByText('Stripe account connected')).toBeVisible();
});

test('ignores an earlier response that arrives after the response requested after onboarding', async () => {
  stubOpen(fakeTab().tab);
  const earlier = Promise.withResolvers<Connection>();
  const complete = await createBuilderHandlers()['get-connection']?.({});
  // Only one response contains the complete account: another request would hide its loss.
  const refreshed = [Promise.resolve(complete ?? restricted)];
  const never = new Promise<Connection>(() => undefined);
  await renderApp(
    '/builder?stripe_success=true',
    handlers(restricted, {
      'get-connection': ({ refresh }) => (refresh ? (refreshed.pop() ?? never) : earlier.promise),
      'stripe-connect-dashboard': () => {
        throw new NoResponse();
      },
    }),
  );
  await expect.element(getToast('Connected')).toBeVisible();
  earlier.resolve(restricted);
  // A later request has been answered: by then the earlier response has arrived.
  await page.getByRole('button', { name: 'Open Stripe dashboard' }).click();
  await expect.element(getToast('Failed to Open Dashboard')).toBeVisible();
  await expect.element(getPublishButton()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Continue Onboarding' })).not.toBeInTheDocument();
});

test('does not report incomplete onboarding if only the status request failed', async () => {
  const failing = () => {
    throw new NoResponse();
  };
  await renderApp('/builder?stripe_success=true', handlers(restricted, { 'get-connection': failing }));
  await expect
    .element(getToast('Connection Failed'))
    .toMatchTextContent('Couldn’t reach the server. Check your connection and try again.');
  await expect.element(getToast('Onboarding Incomplete')).not.toBeInTheDocument();
});

test('labels the publish button Connect Stripe until the account is known to be complete', async () => {
  const answer = Promise.withResolvers<Connection>();
  const complete = createBuilderHandlers()['get-connection'];
  const { screen } = await renderApp('/builder', handlers(restricted, { 'get-connection': () => answer.promise }));
  const connectFirst = page.getByRole('button', { name: 'Connect Stripe to Publish' });
  await expect.element(connectFirst).toBeVisible();
  answer.resolve((await complete?.({})) ?? restricted);
  await expect.element(getPublishButton()).toBeVisible();
  await expect.element(connectFirst).not.toBeInTheDocument();
  await screen.unmount();

  // The next session uses the remembered state while the request is pending.
  await renderApp('/builder', handlers(restricted, { 'get-connection': () => new Promise(() => undefined) }));
  await expect.element(getPublishButton()).toBeVisible();
});

test('opens onboarding in a new tab', async () => {
  const { tab, replace, close } = fakeTab();
  stubOpen(tab);
  await renderApp(
    '/builder',
    handlers(NOT_CONNECTED, { 'stripe-connect-onboarding': () => ({ url: ONBOARDING_URL }) }),
  );
  await connectButton().click();
  await expect.poll(() => replace.mock.calls).toEqual([[ONBOARDING_URL]]);
  expect(close).not.toHaveBeenCalled();
});

test('detects an account that was connected in the meantime', async () => {
  const { tab, replace, close } = fakeTab();
  stubOpen(tab);
  const answers = handlers(NOT_CONNECTED, {
    'stripe-connect-onboarding': () => ({ alreadyConnected: true }),
  });
  const { rpc } = await renderApp('/builder', answers);
  await expect.element(connectButton()).toBeVisible();
  rpc.handle({ 'get-connection': createBuilderHandlers()['get-connection'] });
  await connectButton().click();
  await expect.element(getToast('Already Connected')).toBeVisible();
  await expect.element(page.getByText('Stripe account connected')).toBeVisible();
  expect(close).toHaveBeenCalledOnce();
  expect(replace).not.toHaveBeenCalled();
});

test('shows a link if the browser blocks the new tab', async () => {
  stubOpen(null);
  await renderApp(
    '/builder',
    handlers(NOT_CONNECTED, { 'stripe-connect-onboarding': () => ({ url: ONBOARDING_URL }) }),
  );
  await connectButton().click();
  const link = page.getByRole('link', { name: 'Open Stripe' });
  await expect.element(link).toHaveAttribute('href', ONBOARDING_URL);
});

test('shows a Stripe error and closes the new tab', async () => {
  const { tab, close } = fakeTab();
  stubOpen(tab);
  const failing = () => {
    throw new RpcFailure(503, {
      code: 'provider_unavailable',
      title: 'Connection Failed',
      message: 'Stripe did not answer.',
    });
  };
  await renderApp('/builder', handlers(NOT_CONNECTED, { 'stripe-connect-onboarding': failing }));
  await connectButton().click();
  await expect.element(getToast('Connection Failed')).toMatchTextContent('Stripe did not answer.');
  expect(close).toHaveBeenCalledOnce();
});

test('offers to send the confirmation link if the email address is not confirmed', async () => {
  const { tab } = fakeTab();
  stubOpen(tab);
  const { screen, rpc } = await renderApp(
    '/builder',
    handlers(NOT_CONNECTED, {
      'stripe-connect-onboarding': () => {
        throw new RpcFailure(403, {
          code: 'email_not_confirmed',
          title: 'Confirm your email address',
          message: 'Open the confirmation link we emailed you, then try again.',
          email: 'marlow@example.com',
        });
      },
    }),
  );
  const sent: unknown[] = [];
  rpc.handleAuth('POST resend', (body) => {
    sent.push(body);
    return Response.json({});
  });
  await connectButton().click();
  const errorToast = getToast('Confirm your email address');
  await expect.element(errorToast).toMatchTextContent('Open the confirmation link');
  await screen.getByRole('button', { name: 'Send link' }).click();
  await expect.element(getToast('Link sent')).toMatchTextContent('marlow@example.com');
  expect(sent).toEqual([expect.objectContaining({ type: 'signup', email: 'marlow@example.com' })]);
});

test('opens the OAuth consent page of an existing account in a new tab', async () => {
  const { tab, replace } = fakeTab();
  stubOpen(tab);
  const consent = 'https://connect.example/oauth/authorize?state=s';
  await renderApp('/builder', handlers(NOT_CONNECTED, { 'stripe-connect-authorize': () => ({ url: consent }) }));
  await page.getByRole('button', { name: 'Use existing account' }).click();
  await expect.poll(() => replace.mock.calls).toEqual([[consent]]);
});

test('connects the account once after consent and cleans the URL', async () => {
  const complete = await createBuilderHandlers()['get-connection']?.({});
  const { history, rpc } = await renderApp(
    '/builder?stripe_state=s1&stripe_code=ac_1&kept=1',
    handlers(NOT_CONNECTED, { 'stripe-connect-complete': () => complete ?? NOT_CONNECTED }),
  );
  await expect.element(getToast('Connected')).toBeVisible();
  await expect.element(page.getByText('Stripe account connected')).toBeVisible();
  await expect.poll(() => history.url).toBe('/builder?kept=1');
  expect(rpc.bodiesOf('stripe-connect-complete')).toEqual([{ state: 's1', code: 'ac_1' }]);
});

test('reports that nothing was connected if consent was declined', async () => {
  const { rpc } = await renderApp(
    '/builder?stripe_state=s1&stripe_error=access_denied',
    handlers(NOT_CONNECTED, {
      'stripe-connect-complete': () => {
        throw new RpcFailure(409, {
          code: 'stripe_authorization_denied',
          title: 'Connection Failed',
          message: 'You declined access on Stripe, so no account was connected.',
        });
      },
    }),
  );
  await expect.element(getToast('Connection Failed')).toMatchTextContent('You declined access on Stripe');
  expect(rpc.bodiesOf('stripe-connect-complete')).toEqual([{ state: 's1', error: 'access_denied' }]);
  await expect.element(connectButton()).toBeVisible();
});

test('offers to reconnect the former account first after a disconnection', async () => {
  const { tab, replace } = fakeTab();
  stubOpen(tab);
  const former = { accountId: 'acct_former', businessName: 'Marlow Prints' };
  const consent = 'https://connect.example/oauth/authorize?state=s';
  const { rpc } = await renderApp(
    '/builder',
    handlers({ ...NOT_CONNECTED, former }, { 'stripe-connect-authorize': () => ({ url: consent }) }),
  );
  const stripe = page.getByRole('complementary', { name: 'Stripe' });
  await expect.element(stripe).toMatchTextContent('Reconnect Marlow Prints (acct_former) to take payments again');
  await expect.element(stripe.getByRole('button').first()).toMatchTextContent('Reconnect your previous account');
  await expect.element(connectButton()).toBeVisible();
  await stripe.getByRole('button', { name: 'Reconnect your previous account' }).click();
  await expect.poll(() => replace.mock.calls).toEqual([[consent]]);
  expect(rpc.bodiesOf('stripe-connect-onboarding')).toEqual([]);
});

test('explains that a new account is created where existing accounts cannot be connected', async () => {
  await renderApp('/builder', handlers({ ...NOT_CONNECTED, canConnectExisting: false }));
  const stripe = page.getByRole('complementary', { name: 'Stripe' });
  await expect.element(stripe).toMatchTextContent('Connecting creates a new Stripe account');
  await expect.element(stripe.getByRole('button', { name: 'Connect Stripe', exact: true })).toBeVisible();
  await expect.element(stripe.getByRole('button', { name: 'Use existing account' })).not.toBeInTheDocument();
});
