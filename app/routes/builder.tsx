import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { Toaster } from '#app/components/toast.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';

import '#app/features/builder/builder.css';
import '#app/features/builder/builder-components.css';
import '#app/features/builder/delivery/delivery.css';
import '#app/features/builder/share/embed-dialog.css';
import '#app/checkout-page/checkout-page.css';
import '#app/checkout-page/offer.css';
import '#app/checkout-page/result-page.css';
import '#app/checkout-page/delivered.css';
import { useSignOut } from '#app/features/auth/sign-out.tsx';
import { SubscriptionBanner } from '#app/features/billing/subscription-banner.tsx';
import { useSellerPlan } from '#app/features/billing/use-seller-plan.ts';
import { BuilderSkeleton } from '#app/features/builder/builder-skeleton.tsx';
import { Builder } from '#app/features/builder/builder.tsx';
import { CommandMenu } from '#app/features/command-menu/command-menu.tsx';
import { screenMeta } from '#app/features/site/page-meta.ts';
import { RpcQueryProvider } from '#app/lib/rpc/rpc-query-provider.tsx';
import { useScreenData } from '#app/lib/screen-data.ts';
import { resolveNextPath, withNextParam } from '#app/lib/session/next-path.ts';
import { SIGNED_OUT_PATH, useSession } from '#app/lib/session/session.ts';
import { useScreenPath } from '#app/lib/use-focus-on-navigation.ts';
import { screenMessages } from '#content/messages/screens.ts';

export const meta = screenMeta(screenMessages.builder);

/** The templates with their texts are loaded when the gallery is shown. */
const TemplateGallery = loadOnDemand(
  async () => (await import('#app/features/pages/template-gallery.tsx')).TemplateGallery,
);

/** Sellers who are signed in do not load the sign-in form. */
const BuilderSignIn = loadOnDemand(async () => (await import('#app/features/auth/builder-sign-in.tsx')).BuilderSignIn);

/** The builder, once the seller has a plan or the wait for one is over. */
function SellerBuilder({ userId, sandbox }: { userId: string; sandbox: boolean }) {
  const { status, isLoaded, isReady, refresh } = useSellerPlan(userId);
  const plan = {
    banner: status && <SubscriptionBanner status={status} className="builder-banners__banner" />,
    isLoaded,
    isActive: status && status.access,
    onPublishRejected: refresh,
  };
  if (!isReady) return <BuilderSkeleton sandbox={sandbox} />;
  return <Builder userId={userId} sandbox={sandbox} Gallery={TemplateGallery} plan={plan} />;
}

function BuilderCommandMenu() {
  const navigate = useNavigate();
  const { requestSignOut, confirmDialog } = useSignOut(() => void navigate(SIGNED_OUT_PATH));
  return (
    <>
      <CommandMenu onSignOut={requestSignOut} />
      {confirmDialog}
    </>
  );
}

export default function BuilderRoute() {
  const { sandbox, signInOptions } = useScreenData();
  useScreenPath();
  const { status, user } = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  // Set when a session ended on a screen whose visitors sign in here.
  const next = new URLSearchParams(search).get('next');
  const requestedPath = next ?? `/builder${search}`;
  useEffect(() => {
    if (status === 'second-step') void navigate(withNextParam('/auth/second-step', requestedPath), { replace: true });
    if (status === 'signed-in' && next) void navigate(resolveNextPath(next), { replace: true });
  }, [status, navigate, requestedPath, next]);
  if (status === 'signed-out') return <BuilderSignIn options={signInOptions} next={requestedPath} />;
  return (
    <>
      <a className="skip" href="#builder-form">
        {screenMessages.builderSkipLink}
      </a>
      {status === 'signed-in' && user && !next ? (
        <RpcQueryProvider key={user.id}>
          <SellerBuilder userId={user.id} sandbox={sandbox} />
          <BuilderCommandMenu />
        </RpcQueryProvider>
      ) : (
        <BuilderSkeleton sandbox={sandbox} />
      )}
      <Toaster />
    </>
  );
}

/** Error of the builder. Unsaved changes were written to the browser's storage on unmount. */
export const ErrorBoundary = () => (
  <main className="builder-error">
    <h1 className="vh">{screenMessages.builder.title}</h1>
    <ErrorState
      title={screenMessages.builderError.title}
      description={screenMessages.builderError.description}
      onRetry={() => window.location.reload()}
    />
    <Link className={buttonVariants()} to="/pages">
      {screenMessages.builderError.pages}
    </Link>
  </main>
);
