import { TriangleAlert } from 'lucide-react';

/** Lists what was removed when the owner recovered an account whose email address had never been confirmed. */
export function AccountResetBanner({ removedItems }: { removedItems: string | null }) {
  if (!removedItems) return null;
  return (
    <aside aria-label="Account reset" className="banner pink">
      <TriangleAlert className="i" aria-hidden="true" />
      <p>
        <b>We reset this account.</b> Its email address had never been confirmed, so someone else may have set it up. We
        signed out every session, removed the old password, and removed: {removedItems}. Connect your own Stripe account
        and publish your pages again when you are ready.
      </p>
    </aside>
  );
}
