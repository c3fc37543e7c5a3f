import type { Figures } from '#domain/analytics.ts';

import { countText } from '#app/ui/count-text.ts';

import { changeOf, shareOf, shareText, type Change } from './change-words.ts';
import type { DefinitionId } from './definitions.ts';
import { usdText } from './usd-text.ts';

export type ShownFigure = {
  id: DefinitionId;
  value: string;
  change: Change | null;
  /** An increase is negative. */
  bad?: true;
  /** Amount that belongs to the count, in US cents. */
  beside?: number;
};

type Way = {
  id: DefinitionId;
  of: (figures: Figures) => number | null;
  text: (value: number) => string;
  kind?: 'share';
  bad?: true;
  beside?: (figures: Figures) => number;
};

const ordersOf = ({ money }: Figures): number => money.reduce((sum, { orders }) => sum + orders, 0);

const WAYS: readonly Way[] = [
  { id: 'visitors', of: ({ visitors }) => visitors, text: countText },
  { id: 'views', of: ({ views }) => views, text: countText },
  { id: 'started', of: ({ started }) => started, text: countText },
  { id: 'paid', of: ({ paid }) => paid, text: countText },
  { id: 'conversion', of: ({ paid, visitors }) => shareOf(paid, visitors), text: shareText, kind: 'share' },
  {
    id: 'average',
    of: (figures) => {
      const average = shareOf(figures.usd.orderTotal, ordersOf(figures));
      return average === null ? null : Math.round(average);
    },
    text: usdText,
  },
  {
    id: 'refunds',
    of: ({ refunds }) => refunds,
    text: countText,
    bad: true,
    beside: ({ usd }) => -usd.back,
  },
];

const revenue: Way = { id: 'net', of: ({ usd }) => usd.net, text: usdText };

function shown(way: Way, now: Figures, before: Figures | null): ShownFigure {
  const value = way.of(now);
  return {
    id: way.id,
    value: value === null ? '–' : way.text(value),
    change: before && changeOf(value, way.of(before), way.text, way.kind),
    ...(way.bad && { bad: way.bad }),
    ...(way.beside && { beside: way.beside(now) }),
  };
}

/** The main metric of the page. */
export const revenueOf = (now: Figures, before: Figures | null): ShownFigure => shown(revenue, now, before);

export const figureList = (now: Figures, before: Figures | null): ShownFigure[] =>
  WAYS.map((way) => shown(way, now, before));
