import type { User } from '@supabase/auth-js';
import { useEffect } from 'react';
import { createRoutesStub, Outlet, useLocation, useNavigate } from 'react-router';
import { onTestFinished } from 'vitest';
import { render, type RenderResult } from 'vitest-browser-react';

import AccountRoute from '#app/routes/account.tsx';
import Analytics from '#app/routes/analytics.tsx';
import App from '#app/routes/app.tsx';
import AuthConfirm from '#app/routes/auth-confirm.tsx';
import AuthForgot from '#app/routes/auth-forgot.tsx';
import AuthNewPassword from '#app/routes/auth-new-password.tsx';
import AuthSecondStep from '#app/routes/auth-second-step.tsx';
import Auth from '#app/routes/auth.tsx';
import BuilderRoute from '#app/routes/builder.tsx';
import Domains from '#app/routes/domains.tsx';
import Integrations from '#app/routes/integrations.tsx';
import IntegrationsWebhook from '#app/routes/integrations-webhook.tsx';
import OrderSubscriptions from '#app/routes/order-subscriptions.tsx';
import Order from '#app/routes/order.tsx';
import Orders from '#app/routes/orders.tsx';
import PagesImport from '#app/routes/pages-import.tsx';
import Pages from '#app/routes/pages.tsx';
import Subscription from '#app/routes/subscription.tsx';
import type { SignInOptions } from '#domain/account.ts';

import { installFakeRpc, type FakeRpc, type RpcHandlers } from './fake-rpc.ts';
import { storeSession, testUser, type TestClaims } from './fake-session.ts';

const SIGN_IN_OPTIONS: SignInOptions = { providers: [], captcha: null, minPassword: 6, phone: true };

type Stubs = Parameters<typeof createRoutesStub>[0];

/** Every route that needs React in the browser, with what its loader gives in a sandbox installation. */
const routes = (signInOptions: SignInOptions) => {
  const { captcha: captchaSite, minPassword } = signInOptions;
  const options = () => ({ options: signInOptions, captchaSite, minPassword, sandbox: true });
  return [
    { path: '/auth', Component: Auth, loader: options },
    { path: '/auth/confirm', Component: AuthConfirm, loader: options },
    { path: '/auth/forgot', Component: AuthForgot, loader: options },
    { path: '/auth/new-password', Component: AuthNewPassword, loader: options },
    { path: '/auth/second-step', Component: AuthSecondStep, loader: options },
    { path: '/builder', Component: BuilderRoute, loader: () => ({ sandbox: true, signInOptions }) },
    {
      id: 'routes/app',
      Component: App,
      loader: () => ({ sandbox: true, receiver: null }),
      children: [
        { path: '/pages', Component: Pages },
        { path: '/pages/import', Component: PagesImport },
        { path: '/orders', Component: Orders },
        { path: '/orders/subscriptions', Component: OrderSubscriptions },
        { path: '/orders/:id', Component: Order },
        { path: '/analytics', Component: Analytics },
        { path: '/domains', Component: Domains },
        { path: '/subscription', Component: Subscription },
        { path: '/account', Component: AccountRoute },
        { path: '/integrations', Component: Integrations },
        { path: '/integrations/webhooks/:id', Component: IntegrationsWebhook },
      ],
    },
    { path: '*', Component: () => <h1>Outside the tested routes</h1> },
  ] as unknown as Stubs;
};

/** The router's memory history, in place of the browser's address bar and its Back button. */
export type TestHistory = {
  /** The address that is shown, such as `/orders?state=paid`. */
  address: string;
  goBack: () => void;
};

export type RenderedApp = { screen: RenderResult; rpc: FakeRpc; user: User | null; history: TestHistory };

/** A layout around all routes that writes the router's location into `history`. */
const historyLayout = (history: TestHistory) =>
  function HistoryLayout() {
    const { pathname, search, hash } = useLocation();
    const navigate = useNavigate();
    useEffect(() => {
      history.address = pathname + search + hash;
      history.goBack = () => void navigate(-1);
    }, [pathname, search, hash, navigate]);
    return <Outlet />;
  };

/**
 * Renders the interface at an address, such as `/builder?page=…`, as this user (null: signed out). Everything is the
 * product's own code but for the answers of the server, which `handlers` give. Unmounted when the test ends.
 */
export async function renderApp(
  address: string,
  handlers: RpcHandlers,
  {
    user = testUser(),
    signInOptions = SIGN_IN_OPTIONS,
    claims = {},
  }: { user?: User | null; signInOptions?: SignInOptions; claims?: TestClaims } = {},
): Promise<RenderedApp> {
  const rpc = installFakeRpc(handlers);
  onTestFinished(rpc.restore);
  if (user) {
    storeSession(user, claims);
    rpc.handleAuth('GET user', () => Response.json(user));
  }
  // The session of an earlier test in the same file gives way, as when a page comes back from the browser's cache.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  const history: TestHistory = { address, goBack: () => undefined };
  const Stub = createRoutesStub([{ Component: historyLayout(history), children: routes(signInOptions) }]);
  const screen = await render(<Stub initialEntries={[address]} />);
  return { screen, rpc, user, history };
}
