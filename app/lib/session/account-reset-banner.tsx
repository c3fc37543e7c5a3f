import { TriangleAlert } from 'lucide-react';

import { Banner } from '#app/components/banner.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { sessionMessages } from '#content/messages/session.ts';

/** Lists what was removed when the owner recovered an account whose email address had never been confirmed. */
export const AccountResetBanner = ({ removedItems }: { removedItems: string | null }) =>
  removedItems && (
    <Banner label={sessionMessages.accountReset.label} variant="pink" Icon={TriangleAlert}>
      <p>
        <RichText text={sessionMessages.accountReset.text} tags={{ items: () => removedItems }} />
      </p>
    </Banner>
  );
