import frame from './frame.ts?worker&url';

/** Adds embedding support to a document: the script that reports its height to `host`, and links that leave the frame. */
export const Framed = ({ host }: { host: string }) => (
  <>
    <base target="_top" />
    <script type="module" src={frame} data-host={host} />
  </>
);

/** Returns the host name of a site for display. */
export const siteName = (address: string): string => URL.parse(address)?.host ?? address;

/** Link back to the site that embedded the page. */
export const BackLine = ({ address }: { address: string }) => (
  <p className="co-back">
    <a href={address}>
      <span aria-hidden="true">←</span> Back to <bdi>{siteName(address)}</bdi>
    </a>
  </p>
);
