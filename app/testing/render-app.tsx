import type { User } from '@supabase/auth-js';
import { lazy, Suspense, useEffect } from 'react';
import { createRoutesStub, Outlet, useLocation, useNavigate } from 'react-router';
import { onTestFinished } from 'vitest';
import { render, type RenderResult } from 'vitest-browser-react';

import Screens from '#app/routes/screens.tsx';
import type { SignInOptions } from '#domain/account.ts';

import { installFakeRpc, type FakeRpc, type RpcHandlers } from './fake-rpc.ts';
import { storeSession, createTestUser, type TestClaims } from './fake-session.ts';

const SIGN_IN_OPTIONS: SignInOptions = { providers: [], captcha: null, minPassword: 6, phone: true };

// Lazy: a test file loads only the modules of the screens that it renders.
const AccountRoute = lazy(() => import('#app/routes/account.tsx'));
const Analytics = lazy(() => import('#app/routes/analytics.tsx'));
const App = lazy(() => import('#app/routes/app.tsx'));
const AuthConfirm = lazy(() => import('#app/routes/auth-confirm.tsx'));
const AuthForgot = lazy(() => import('#app/routes/auth-forgot.tsx'));
const AuthNewPassword = lazy(() => import('#app/routes/auth-new-password.tsx'));
const AuthSecondStep = lazy(() => import('#app/routes/auth-second-step.tsx'));
const Auth = lazy(() => import('#app/routes/auth.tsx'));
const BuilderRoute = lazy(() => import('#app/routes/builder.tsx'));
const AppError = lazy(async () => ({ default: (await import('#app/routes/app.tsx')).ErrorBoundary }));
const BuilderError = lazy(async () => ({
  default: (await import('#app/routes/builder.tsx')).ErrorBoundary,
}));
const Customer = lazy(() => import('#app/routes/customer.tsx'));
const Customers = lazy(() => import('#app/routes/customers.tsx'));
const DeliverySample = lazy(() => import('#app/routes/delivery-sample.tsx'));
const Domains = lazy(() => import('#app/routes/domains.tsx'));
const Files = lazy(() => import('#app/routes/files.tsx'));
const Integrations = lazy(() => import('#app/routes/integrations.tsx'));
const IntegrationsWebhook = lazy(() => import('#app/routes/integrations-webhook.tsx'));
const Licenses = lazy(() => import('#app/routes/licenses.tsx'));
const OrderSubscriptions = lazy(() => import('#app/routes/order-subscriptions.tsx'));
const Order = lazy(() => import('#app/routes/order.tsx'));
const Orders = lazy(() => import('#app/routes/orders.tsx'));
const PagesImport = lazy(() => import('#app/routes/pages-import.tsx'));
const Pages = lazy(() => import('#app/routes/pages.tsx'));
const Subscription = lazy(() => import('#app/routes/subscription.tsx'));

type Stubs = Parameters<typeof createRoutesStub>[0];

/** Every hydrated route, with the loader data of an installation. */
const createRoutes = (signInOptions: SignInOptions, sandbox: boolean) =>
  [
    {
      Component: Screens,
      loader: () => ({ sandbox, signInOptions, receiver: null }),
      children: [
        { path: '/auth', Component: Auth },
        { path: '/auth/confirm', Component: AuthConfirm },
        { path: '/auth/forgot', Component: AuthForgot },
        { path: '/auth/new-password', Component: AuthNewPassword },
        { path: '/auth/second-step', Component: AuthSecondStep },
        { path: '/builder', Component: BuilderRoute, ErrorBoundary: BuilderError },
        { path: '/g/sample/:pageId', Component: DeliverySample },
        {
          Component: App,
          ErrorBoundary: AppError,
          children: [
            { path: '/pages', Component: Pages },
            { path: '/pages/import', Component: PagesImport },
            { path: '/files', Component: Files },
            { path: '/licenses', Component: Licenses },
            { path: '/orders', Component: Orders },
            { path: '/orders/subscriptions', Component: OrderSubscriptions },
            { path: '/orders/:id', Component: Order },
            { path: '/customers', Component: Customers },
            { path: '/customers/:id', Component: Customer },
            { path: '/analytics', Component: Analytics },
            { path: '/domains', Component: Domains },
            { path: '/subscription', Component: Subscription },
            { path: '/account', Component: AccountRoute },
            { path: '/integrations', Component: Integrations },
            { path: '/integrations/webhooks/:id', Component: IntegrationsWebhook },
          ],
        },
      ],
    },
    { path: '*', Component: () => <h1>Outside the tested routes</h1> },
  ] as unknown as Stubs;

/** The router's memory history, in place of the browser's address bar and Back button. */
type TestHistory = {
  /** Current URL, such as `/orders?state=paid`. */
  url: string;
  goBack: () => void;
  /** Navigates to this URL within the document. */
  open: (url: string) => void;
};

export type RenderedApp = { screen: RenderResult; rpc: FakeRpc; user: User | null; history: TestHistory };

/** Its effect runs once the scripts of all components in the same Suspense boundary have been loaded. */
function LoadObserver({ onLoad }: { onLoad: () => void }) {
  useEffect(onLoad, [onLoad]);
  return null;
}

/** A layout route that writes the router's location into `history` and reports when the first screen has been loaded. */
const createHistoryLayout = (history: TestHistory, onLoad: () => void) =>
  function HistoryLayout() {
    const { pathname, search, hash } = useLocation();
    const navigate = useNavigate();
    useEffect(() => {
      history.url = pathname + search + hash;
      history.goBack = () => void navigate(-1);
      history.open = (to) => void navigate(to);
    }, [pathname, search, hash, navigate]);
    return (
      <Suspense>
        <Outlet />
        <LoadObserver onLoad={onLoad} />
      </Suspense>
    );
  };

/**
 * Renders the app at a URL, such as `/builder?page=…`, as this user (null: signed out). Only the server's responses are
 * fake: `handlers` provide them. Resolves when the scripts of the screen have been loaded, which takes long in the first test
 * of a file. Unmounts when the test ends.
 */
export async function renderApp(
  url: string,
  handlers: RpcHandlers,
  {
    user = createTestUser(),
    signInOptions = SIGN_IN_OPTIONS,
    claims = {},
    sandbox = true,
  }: { user?: User | null; signInOptions?: SignInOptions; claims?: TestClaims; sandbox?: boolean } = {},
): Promise<RenderedApp> {
  const rpc = installFakeRpc(handlers);
  onTestFinished(rpc.restore);
  if (user) {
    storeSession(user, claims);
    rpc.handleAuth('GET user', () => Response.json(user));
  }
  // Ends the session of an earlier test in the same file, as a restore from the back/forward cache does.
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  const history: TestHistory = { url, goBack: () => undefined, open: () => undefined };
  const loaded = Promise.withResolvers<void>();
  const Stub = createRoutesStub([
    {
      Component: createHistoryLayout(history, loaded.resolve),
      HydrateFallback: () => null,
      children: createRoutes(signInOptions, sandbox),
    },
  ]);
  const screen = await render(<Stub initialEntries={[url]} />);
  await loaded.promise;
  return { screen, rpc, user, history };
}
