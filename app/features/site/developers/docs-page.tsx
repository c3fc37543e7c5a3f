import type { ReactNode } from 'react';

import { DEVELOPER_ARTICLES } from '#content/developer-articles.ts';
import { developerMessages } from '#content/messages/developers.ts';

type DocsLink = { href: string; label: string };

/** All pages of the developer documentation, in the order of the navigation. */
export const DOCS_PAGES: readonly DocsLink[] = [
  { href: '/developers', label: developerMessages.pages.start },
  { href: '/developers/api', label: developerMessages.pages.api },
  { href: '/developers/webhooks', label: developerMessages.pages.webhooks },
  ...Object.entries(DEVELOPER_ARTICLES).map(([href, { title }]) => ({ href, label: title })),
];

type ContentsProps = {
  /** The other pages of the documentation. */
  pages: readonly DocsLink[];
  children: ReactNode;
};

const Contents = ({ pages, children }: ContentsProps) => (
  <nav className="developers__contents" aria-label={developerMessages.contents}>
    {pages.map(({ href, label }) => (
      <a key={href} className="developers__back" href={href}>
        {label}
      </a>
    ))}
    {children}
  </nav>
);

type SectionLinksProps = { sections: readonly { id: string; title: string }[] };

/** Links to sections of the page. */
export const SectionLinks = ({ sections }: SectionLinksProps) => (
  <ul>
    {sections.map(({ id, title }) => (
      <li key={id}>
        <a href={`#${id}`}>{title}</a>
      </li>
    ))}
  </ul>
);

type DocsSectionProps = { id: string; title: string; children: ReactNode };

export const DocsSection = ({ id, title, children }: DocsSectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`}>
    <h2 className="h1" id={`${id}-title`}>
      {title}
    </h2>
    {children}
  </section>
);

type DocsPageProps = {
  title: string;
  /** What the page is about, below the title. */
  lead: ReactNode;
  /** More of the header, below the lead. */
  header?: ReactNode;
  pages: readonly DocsLink[];
  contents: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A page of the developer documentation: header, contents and sections. */
export const DocsPage = ({ title, lead, header, pages, contents, className = 'dev wrap', children }: DocsPageProps) => (
  <main id="main" className={className}>
    <header className="developers__header">
      <h1 className="d2">{title}</h1>
      <p className="developers__lead muted">{lead}</p>
      {header}
    </header>
    <Contents pages={pages}>{contents}</Contents>
    <div className="developers__text">{children}</div>
  </main>
);
