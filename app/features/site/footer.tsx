import { BrandLink } from '#app/lib/brand-link.tsx';
import { siteFrameMessages } from '#content/messages/site-frame.ts';
import { FOOTER } from '#content/site-links.ts';
import { SITE } from '#content/site.ts';

import { SiteLink } from './site-link.tsx';

export function Footer() {
  return (
    <footer className="foot on-enamel">
      <div className="wrap site-footer__inner">
        <div className="site-footer__grid">
          <div className="site-footer__about">
            <BrandLink />
            <p className="small">{SITE.footerLine}</p>
          </div>
          {FOOTER.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <p className="site-footer__title">{title}</p>
              <ul>
                {links.map(({ label, ...link }) => (
                  <li key={link.href}>
                    <SiteLink {...link}>{label}</SiteLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <hr className="perf" />
        <p className="small">{siteFrameMessages.footer.closing}</p>
      </div>
    </footer>
  );
}
