import { LogoMark } from '#app/components/logo-mark.tsx';
import { SITE } from '#content/site.ts';

/** Logo and name of the app, which lead to the front page. */
export const BrandLink = () => (
  <a className="brand" href="/">
    <LogoMark />
    <span>{SITE.name}</span>
  </a>
);
