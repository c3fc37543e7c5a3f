/** Message for browsers without JavaScript. */
export const NoScript = ({ what }: { what: string }) => (
  <noscript>
    <p className="banner">{what} needs JavaScript. Please switch it on for this site.</p>
  </noscript>
);
