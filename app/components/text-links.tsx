import { Link } from 'react-router';

// Links in the texts of `RichText`.

/** Links the text to a screen of the app. */
export const linkTo = (to: string) => (text: string) => (
  <Link className="link" to={to}>
    {text}
  </Link>
);

/** Links the text to a page that opens in a new tab, so that the screen stays open. */
export const linkInNewTab = (href: string) => (text: string) => (
  <a className="link" href={href} target="_blank" rel="noreferrer">
    {text}
  </a>
);

/** Links the text to a page outside of the app, or to an email address. */
export const linkToDocument = (href: string) => (text: string) => (
  <a className="link" href={href}>
    {text}
  </a>
);
