import frame from './frame.ts?worker&url';

/**
 * What a document needs that stands inside a page of `host`: it tells that page its height, and whatever is followed in
 * it leaves the frame.
 */
export const Framed = ({ host }: { host: string }) => (
  <>
    <base target="_top" />
    <script type="module" src={frame} data-host={host} />
  </>
);

/** A site as it is named to people. */
export const siteName = (address: string): string => URL.parse(address)?.host ?? address;

/** The way back to the site that the page stood in. */
export const BackLine = ({ address }: { address: string }) => (
  <p className="co-back">
    <a href={address}>
      <span aria-hidden="true">←</span> Back to <bdi>{siteName(address)}</bdi>
    </a>
  </p>
);
