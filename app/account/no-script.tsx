/** For whoever has no script: what it would do, and what to do. */
export const NoScript = ({ what }: { what: string }) => (
  <noscript>
    <p className="banner">{what} needs JavaScript. Please switch it on for this site.</p>
  </noscript>
);
