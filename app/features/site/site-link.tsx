import { useLocation } from 'react-router';

import type { SiteLink as Link } from '#content/site-links.ts';

/** Name of the skeleton that is shown while a slow page loads. */
const getSkeletonName = (href: string): string | undefined => {
  if (href === '/blog') return 'blog-list';
  return href.startsWith('/blog/') ? 'blog-post' : undefined;
};

type Props = Pick<Link, 'href' | 'shownTo'> & { className?: string; children: React.ReactNode };

/** A plain link that marks the current page. */
export function SiteLink({ href, shownTo, className, children }: Props) {
  const { pathname } = useLocation();
  const ariaCurrent = pathname === href ? 'page' : pathname.startsWith(`${href}/`) ? 'true' : undefined;
  const classes = [className, shownTo && `when-${shownTo}`].filter(Boolean).join(' ');
  return (
    <a
      href={href}
      className={classes || undefined}
      aria-current={ariaCurrent}
      data-skeleton={getSkeletonName(href)}
      rel={href.startsWith('https://') ? 'noopener' : undefined}
    >
      {children}
    </a>
  );
}
