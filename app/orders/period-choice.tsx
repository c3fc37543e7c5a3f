import { CalendarDays } from 'lucide-react';
import { useState } from 'react';

import { ChipSelect } from '#app/ui/chip-select.tsx';
import { DayField } from '#app/ui/day-field.tsx';
import { daysOf, PERIOD_LABELS, PERIODS } from './order-period.ts';
import type { OrderWish } from './order-wish.ts';
import type { Wishing } from './use-list-wish.ts';

const OWN = 'own';
const OPTIONS = [
  ...PERIODS.map((value) => ({ value: value as string, label: PERIOD_LABELS[value] })),
  { value: OWN, label: 'From – to…' },
];

/** Filter for a named period or custom days. */
export function PeriodChoice({ wish, change }: Pick<Wishing<OrderWish>, 'wish' | 'change'>) {
  const { period, from, to } = wish;
  const [open, setOpen] = useState(false);
  const own = from !== null || to !== null || (open && period === null);
  const choose = (value: string) => {
    setOpen(value === OWN);
    if (value === OWN) return change({ period: null, ...daysOf(period ?? 'this-month', new Date()) });
    const named = PERIODS.find((one) => one === value) ?? null;
    change({ period: named, from: null, to: null });
  };
  return (
    <>
      <ChipSelect
        label="Period"
        any="Any time"
        Icon={CalendarDays}
        value={own ? OWN : (period ?? '')}
        options={OPTIONS}
        onChange={choose}
      />
      {own && (
        <span className="day-fields" role="group" aria-label="Days of your own, in UTC">
          <DayField label="From" value={from} onChange={(day) => change({ from: day })} />
          <DayField label="to" value={to} onChange={(day) => change({ to: day })} />
        </span>
      )}
    </>
  );
}
