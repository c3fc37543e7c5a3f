import {
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

import type { HelpCategory } from '#content/help/help-article.ts';
import { formatArticleCount } from '#domain/help-search.ts';

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
export const HelpCategoryCards = ({ categories, isHidden }: HelpCategoryCardsProps) => (
  <nav className="sheet help-cards" aria-label="Categories" data-cards hidden={isHidden}>
    {categories.map(({ id, title, articles }) => {
      const Icon = ICONS[id] ?? CircleHelp;
      return (
        <a key={id} href={`/help#${id}`}>
          <span className="help-card-head">
            <Icon className="i" aria-hidden="true" />
            <span className="small faint num">{formatArticleCount(articles.length)}</span>
          </span>
          <span className="h3">{title}</span>
        </a>
      );
    })}
  </nav>
);
