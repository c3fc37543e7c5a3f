import { TriangleAlert } from 'lucide-react';

import { Banner } from '#app/components/banner.tsx';

/** Lists what was removed when the owner recovered an account whose email address had never been confirmed. */
export const AccountResetBanner = ({ removedItems }: { removedItems: string | null }) =>
  removedItems && (
    <Banner label="Account reset" variant="pink" Icon={TriangleAlert}>
      <p>
        <b>We reset this account.</b> Its email address had never been confirmed, so someone else may have set it up. We
        signed out every session, removed the old password, and removed: {removedItems}. Connect your own Stripe account
        and publish your pages again when you are ready.
      </p>
    </Banner>
  );
