import { CalendarDays } from 'lucide-react';
import { useState } from 'react';

import { FilterSelect } from '#app/ui/chip-select.tsx';
import { DateField } from '#app/ui/day-field.tsx';
import { getPeriodDays, PERIOD_LABELS, PERIODS } from './order-period.ts';
import type { OrderListParams } from './order-wish.ts';
import type { ListParamsState } from './use-list-wish.ts';

const CUSTOM = 'own';
const PERIOD_OPTIONS = [
  ...PERIODS.map((value) => ({ value: value as string, label: PERIOD_LABELS[value] })),
  { value: CUSTOM, label: 'From – to…' },
];

/** Filter for a named period or custom days. */
export function PeriodFilter({ params, change }: Pick<ListParamsState<OrderListParams>, 'params' | 'change'>) {
  const { period, from, to } = params;
  const [open, setOpen] = useState(false);
  const isCustom = from !== null || to !== null || (open && period === null);
  const handleChange = (value: string) => {
    setOpen(value === CUSTOM);
    if (value === CUSTOM) return change({ period: null, ...getPeriodDays(period ?? 'this-month', new Date()) });
    const namedPeriod = PERIODS.find((candidate) => candidate === value) ?? null;
    change({ period: namedPeriod, from: null, to: null });
  };
  return (
    <>
      <FilterSelect
        label="Period"
        placeholder="Any time"
        Icon={CalendarDays}
        value={isCustom ? CUSTOM : (period ?? '')}
        options={PERIOD_OPTIONS}
        onChange={handleChange}
      />
      {isCustom && (
        <span className="day-fields" role="group" aria-label="Days of your own, in UTC">
          <DateField label="From" value={from} onChange={(day) => change({ from: day })} />
          <DateField label="to" value={to} onChange={(day) => change({ to: day })} />
        </span>
      )}
    </>
  );
}
