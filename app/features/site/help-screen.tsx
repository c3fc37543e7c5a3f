import {
  Mail,
  Search,
  ChartColumn,
  CircleHelp,
  CircleUserRound,
  CreditCard,
  Flag,
  Landmark,
  PencilRuler,
  Scale,
  Share2,
  TicketPercent,
  type LucideIcon,
} from 'lucide-react';

import { buttonVariants } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { getAnswerText, type HelpArticle, type HelpCategory, type HelpBlock } from '#content/help/help-article.ts';
import { HELP } from '#content/help/help-categories.ts';
import { helpMessages } from '#content/messages/help.ts';
import { SITE } from '#content/site.ts';
import {
  formatResultSummary,
  matchesQuery,
  MAX_HELP_QUERY,
  MAX_EXPANDED_RESULTS,
  splitByHighlights,
} from '#domain/help-search.ts';
import { PLANS } from '#domain/plans.ts';

const ICONS: Record<string, LucideIcon> = {
  'getting-started': Flag,
  'checkout-page-builder': PencilRuler,
  'stripe-integration': Landmark,
  'coupons-and-discounts': TicketPercent,
  'pricing-and-subscriptions': CreditCard,
  'publishing-and-sharing': Share2,
  'analytics-and-tracking': ChartColumn,
  'account-management': CircleUserRound,
  'legal-and-compliance': Scale,
};

type HelpCategoryCardsProps = { categories: readonly HelpCategory[]; isHidden: boolean };

/** One card per category. Each links to the complete category and ends a search. */
const HelpCategoryCards = ({ categories, isHidden }: HelpCategoryCardsProps) => (
  <nav className="sheet help__cards" aria-label={helpMessages.categories} data-cards hidden={isHidden}>
    {categories.map(({ id, title, articles }) => {
      const Icon = ICONS[id] ?? CircleHelp;
      return (
        <a key={id} href={`/help#${id}`}>
          <span className="help__card-header">
            <Icon className="i" aria-hidden="true" />
            <span className="small faint num">{helpMessages.articleCount({ count: articles.length })}</span>
          </span>
          <span className="h3">{title}</span>
        </a>
      );
    })}
  </nav>
);

/** Text with the matches of the query highlighted. `help-search.ts` applies the same highlighting. */
const HighlightedText = ({ as: Tag, text, query }: { as: 'h3' | 'p' | 'li'; text: string; query: string }) => (
  <Tag>
    {splitByHighlights(text, query).map((segment, index) =>
      segment.highlighted ? <mark key={index}>{segment.text}</mark> : segment.text,
    )}
  </Tag>
);

const isFound = (article: HelpArticle, query: string): boolean =>
  query === '' || matchesQuery(`${article.question}\n${getAnswerText(article)}`, query);

const SearchBox = ({ query }: { query: string }) => (
  <form className="help__search" role="search" action="/help">
    <label className="vh" htmlFor="help-q">
      {helpMessages.search.label}
    </label>
    <Search className="i" aria-hidden="true" />
    <input
      className="in"
      id="help-q"
      name="q"
      type="search"
      placeholder={helpMessages.search.placeholder}
      maxLength={MAX_HELP_QUERY}
      autoComplete="off"
      enterKeyHint="search"
      spellCheck={false}
      defaultValue={query}
    />
    <button className={buttonVariants('primary')} type="submit">
      {helpMessages.search.submit}
    </button>
  </form>
);

const NoResults = ({ query, hidden }: { query: string; hidden: boolean }) => (
  <div className="help__no-results" data-none hidden={hidden}>
    <p className="h1">
      <RichText text={helpMessages.noResults.title} tags={{ query: () => <bdi data-query>{query}</bdi> }} />
    </p>
    <p className="muted">{helpMessages.noResults.text}</p>
  </div>
);

type HelpSectionProps = { category: HelpCategory; query: string; foundArticles: ReadonlySet<HelpArticle> };

const HelpSection = ({ category, query, foundArticles }: HelpSectionProps) => (
  <section
    className="help__section"
    id={category.id}
    aria-labelledby={`${category.id}-title`}
    hidden={!category.articles.some((article) => foundArticles.has(article))}
  >
    <div className="help__section-header">
      <h2 className="h1" id={`${category.id}-title`}>
        {category.title}
      </h2>
      <p className="muted">{category.description}</p>
    </div>
    <div className="help__list">
      {category.articles.map((article) => (
        <HelpArticleItem
          key={article.id}
          article={article}
          query={foundArticles.has(article) ? query : ''}
          isFound={foundArticles.has(article)}
          isOpen={query !== '' && foundArticles.size <= MAX_EXPANDED_RESULTS && foundArticles.has(article)}
        />
      ))}
    </div>
  </section>
);

const responseTimes = new Intl.ListFormat('en').format(
  PLANS.flatMap(({ name, supportHours: hours }) =>
    hours === null ? [] : [helpMessages.contact.responseTime({ hours, plan: name })],
  ).toReversed(),
);

const StillNeedHelp = () => (
  <section className="sheet help__contact" aria-labelledby="still-title">
    <div>
      <h2 className="h2" id="still-title">
        {helpMessages.contact.title}
      </h2>
      <p className="muted">{helpMessages.contact.text({ responseTimes })}</p>
    </div>
    <a className={buttonVariants('primary')} href={`mailto:${SITE.supportEmail}?subject=Help`}>
      <Mail className="i" aria-hidden="true" />
      {helpMessages.contact.button}
    </a>
  </section>
);

/** The help center. The document contains every article; a search hides those that do not match. */
export function HelpScreen({ query }: { query: string }) {
  const articles = HELP.flatMap((category) => category.articles);
  const foundArticles = new Set(articles.filter((article) => isFound(article, query)));
  return (
    <main id="main" className="help">
      <div className="help__header on-enamel">
        <div className="wrap">
          <h1 className="d2">{helpMessages.title}</h1>
          <SearchBox query={query} />
        </div>
      </div>
      <div className="wrap">
        <HelpCategoryCards categories={HELP} isHidden={query !== '' && foundArticles.size > 0} />
        <p className="help__count h2" role="status" data-count>
          {query && formatResultSummary(foundArticles.size, query)}
        </p>
        <NoResults query={query} hidden={foundArticles.size > 0} />
        {HELP.map((category) => (
          <HelpSection key={category.id} category={category} query={query} foundArticles={foundArticles} />
        ))}
        <StillNeedHelp />
      </div>
    </main>
  );
}

function ArticleBlock({ block, query }: { block: HelpBlock; query: string }) {
  if (typeof block === 'string') return <HighlightedText as="p" text={block} query={query} />;
  const [List, items] = 'steps' in block ? (['ol', block.steps] as const) : (['ul', block.list] as const);
  return (
    <List>
      {items.map((item) => (
        <HighlightedText key={item} as="li" text={item} query={query} />
      ))}
    </List>
  );
}

type HelpArticleItemProps = { article: HelpArticle; query: string; isFound: boolean; isOpen: boolean };

/** A question with its answer. The id is on the answer, so that browsers open the details for a link to it. */
const HelpArticleItem = ({ article, query, isFound, isOpen }: HelpArticleItemProps) => (
  <details hidden={!isFound} open={isOpen}>
    <summary>
      <HighlightedText as="h3" text={article.question} query={query} />
    </summary>
    <div className="help__answer" id={article.id}>
      {article.answer.map((block, index) => (
        <ArticleBlock key={index} block={block} query={query} />
      ))}
      {article.links && (
        <p className="help__links">
          {article.links.map(({ label, href }) => (
            <a key={href} className="link" href={href}>
              {label}
            </a>
          ))}
        </p>
      )}
    </div>
  </details>
);
