import { CalendarDays, GitCompareArrows, PanelsTopLeft } from 'lucide-react';

import { ChipSelect } from '#app/ui/chip-select.tsx';
import { DayField } from '#app/ui/day-field.tsx';
import {
  ANALYTICS_PRESETS,
  type Analytics,
  type AnalyticsComparison,
  type AnalyticsLevel,
  type DayRange,
} from '#domain/analytics.ts';

import { NO_WISH, type AnalyticsWish } from './analytics-wish.ts';
import { COMPARISON_LABELS, mayAsk, PERIOD_LABELS } from './periods.ts';
import type { ChangeWish } from './use-analytics-wish.ts';

const OWN = 'own';
const COMPARISONS: AnalyticsComparison[] = ['year', 'none'];

type Props = {
  wish: AnalyticsWish;
  change: ChangeWish;
  level: AnalyticsLevel | null;
  /** Last response: its days and pages. */
  known: Analytics | null;
};

/** Custom days. Moving one end beyond the other moves both. */
function OwnDays({ range, change }: { range: DayRange; change: ChangeWish }) {
  const set = (end: keyof DayRange) => (day: string | null) => {
    if (day === null) return;
    const { from, to }: DayRange = { ...range, [end]: day };
    change({ period: from <= to ? { from, to } : { from: day, to: day } });
  };
  return (
    <span className="day-fields" role="group" aria-label="Days of your own">
      <DayField label="From" value={range.from} onChange={set('from')} />
      <DayField label="to" value={range.to} onChange={set('to')} />
    </span>
  );
}

function PeriodChoice({ wish: { period }, change, level, known }: Props) {
  const presets = ANALYTICS_PRESETS.filter((preset) => preset !== NO_WISH.period);
  const kept = (may: boolean, label: string) => ({
    label: may ? label : `${label} · Growth`,
    disabled: !may,
  });
  const options = [
    ...presets.map((preset) => ({ value: preset, ...kept(mayAsk(preset, level), PERIOD_LABELS[preset]) })),
    { value: OWN, ...kept(level !== 'basic' && known !== null, 'From – to…') },
  ];
  const own = typeof period !== 'string';
  const choose = (value: string) => {
    if (value === OWN) return known && change({ period: { from: known.from, to: known.to } });
    change({ period: ANALYTICS_PRESETS.find((preset) => preset === value) ?? NO_WISH.period });
  };
  return (
    <>
      <ChipSelect
        label="Period"
        any={PERIOD_LABELS['30d']}
        Icon={CalendarDays}
        value={own ? OWN : period === NO_WISH.period ? '' : period}
        options={options}
        onChange={choose}
      />
      {own && <OwnDays range={period} change={change} />}
    </>
  );
}

/** Filters for period, comparison and page. The URL stores all of them. */
export function Choices(props: Props) {
  const { wish, change, level, known } = props;
  const pages = (known?.pages ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isKnown = wish.pageId === null || pages.some(({ value }) => value === wish.pageId);
  return (
    <div className="an-choices">
      <PeriodChoice {...props} />
      {level !== 'basic' && (
        <ChipSelect
          label="Comparison"
          any={COMPARISON_LABELS.previous}
          Icon={GitCompareArrows}
          value={wish.compare === NO_WISH.compare ? '' : wish.compare}
          options={COMPARISONS.map((value) => ({ value, label: COMPARISON_LABELS[value] }))}
          onChange={(value) =>
            change({ compare: COMPARISONS.find((one) => one === value) ?? NO_WISH.compare })
          }
        />
      )}
      <ChipSelect
        label="Page"
        any="All pages"
        Icon={PanelsTopLeft}
        value={wish.pageId ?? ''}
        options={
          isKnown ? pages : [...pages, { value: wish.pageId ?? '', label: known ? 'Another page' : '…' }]
        }
        onChange={(pageId) => change({ pageId: pageId || null })}
      />
    </div>
  );
}
