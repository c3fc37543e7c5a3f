/** Message for browsers without JavaScript. */
export const NoScriptNotice = ({ feature }: { feature: string }) => (
  <noscript>
    <p className="banner">{feature} needs JavaScript. Please switch it on for this site.</p>
  </noscript>
);
