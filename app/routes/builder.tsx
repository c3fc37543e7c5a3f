import { AccountScreen } from '#app/account/account-screen.tsx';
import { SignInCard } from '#app/account/sign-in-card.tsx';
import '#app/app.css';
import { BuilderSkeleton } from '#app/builder/builder-skeleton.tsx';
import '#app/builder/builder.css';
import { Builder } from '#app/builder/builder.tsx';
import '#app/builder/workshop.css';
import '#app/checkout-page/checkout-page.css';
import { TemplateGallery } from '#app/pages/template-gallery.tsx';
import { useSession } from '#app/session/session.ts';
import { shopContext } from '#app/shop-context.ts';
import { pageMeta, titled } from '#app/site/page-meta.ts';
import { Toaster } from '#app/ui/toast.tsx';

import type { Route } from './+types/builder';

export const meta = () => pageMeta({ title: titled('Builder') });

export const loader = ({ context }: Route.LoaderArgs) => ({ sandbox: context.get(shopContext).sandbox });

/** A new page gets its id while it is edited: nothing of the server's changes with the address. */
export const shouldRevalidate = () => false;

export default function BuilderRoute({ loaderData }: Route.ComponentProps) {
  const { status, user } = useSession();
  if (status === 'signed-out')
    return (
      <AccountScreen saying="Sign in, and your first page is a few words away.">
        <SignInCard />
      </AccountScreen>
    );
  return (
    <>
      <a className="skip" href="#builder-form">
        Skip to the form
      </a>
      {user ? (
        <Builder key={user.id} userId={user.id} sandbox={loaderData.sandbox} Gallery={TemplateGallery} />
      ) : (
        <BuilderSkeleton sandbox={loaderData.sandbox} />
      )}
      <Toaster />
    </>
  );
}
