import { useLocation } from 'react-router';

import type { SiteLink as Link } from '#content/site.ts';

/** Which skeleton stands in for an address that is slow to come. */
const skeletonFor = (href: string): string | undefined => {
  if (href === '/blog') return 'blog-list';
  return href.startsWith('/blog/') ? 'blog-post' : undefined;
};

type Props = Pick<Link, 'href' | 'shownTo'> & { className?: string; children: React.ReactNode };

/** A link of a public page: a plain one, which knows whether it leads to where one is. */
export function SiteLink({ href, shownTo, className, children }: Props) {
  const { pathname } = useLocation();
  const here = pathname === href ? 'page' : pathname.startsWith(`${href}/`) ? 'true' : undefined;
  const classes = [className, shownTo && `when-${shownTo}`].filter(Boolean).join(' ');
  return (
    <a
      href={href}
      className={classes || undefined}
      aria-current={here}
      data-skeleton={skeletonFor(href)}
      rel={href.startsWith('https://') ? 'noopener' : undefined}
    >
      {children}
    </a>
  );
}
