import { RichText } from '#app/components/rich-text.tsx';
import { checkoutPageMessages } from '#content/messages/checkout-page.ts';

import frame from './enhance/frame-script.ts?worker&url';

/** Adds embedding support to a document: the script that reports its height to `host`, and links that leave the frame. */
export const FrameSupport = ({ host }: { host: string }) => (
  <>
    <base target="_top" />
    <script type="module" src={frame} data-host={host} />
  </>
);

/** Returns the host name of a site for display. */
export const getSiteName = (address: string): string => URL.parse(address)?.host ?? address;

/** Link back to the site that embedded the page. */
export const BackLink = ({ address }: { address: string }) => (
  <p className="co-back">
    <a href={address}>
      <span aria-hidden="true">←</span>{' '}
      <RichText text={checkoutPageMessages.backToSite} tags={{ site: () => <bdi>{getSiteName(address)}</bdi> }} />
    </a>
  </p>
);
