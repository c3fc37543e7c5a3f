import { Link } from 'react-router';

import { Mark } from '#app/ui/mark.tsx';
import { FOOTER, SITE } from '#content/site.ts';

/** Public checkout pages are documents of their own, without the router. */
const isCheckout = (href: string): boolean => href.startsWith('/c/');

export function Footer() {
  return (
    <footer className="foot on-enamel">
      <div className="wrap foot-wrap">
        <div className="foot-grid">
          <div className="foot-about">
            <Link className="brand" to="/">
              <Mark />
              <span>{SITE.name}</span>
            </Link>
            <p className="small">{SITE.footerLine}</p>
          </div>
          {FOOTER.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <p className="foot-title">{title}</p>
              <ul>
                {links.map(({ label, href, shownTo }) => (
                  <li key={href} className={shownTo && `when-${shownTo}`}>
                    <Link to={href} reloadDocument={isCheckout(href)}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          <div>
            <p className="foot-title">Support</p>
            <ul>
              <li>
                <a href={`mailto:${SITE.supportEmail}`}>{SITE.supportEmail}</a>
              </li>
            </ul>
          </div>
        </div>
        <hr className="perf" />
        <p className="small">Thank you, please come again.</p>
      </div>
    </footer>
  );
}
