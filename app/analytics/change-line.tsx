import { ArrowDown, ArrowUp, Equal } from 'lucide-react';

import type { MetricChangeValue } from './change-words.ts';

const ARROWS = { up: ArrowUp, down: ArrowDown, same: Equal };

const getTint = (direction: MetricChangeValue['direction'], isIncreaseBad: boolean): 'good' | 'bad' | undefined => {
  if (direction === 'same') return undefined;
  return (direction === 'up') === isIncreaseBad ? 'bad' : 'good';
};

/** Arrow, change and previous value; the color only repeats them. */
export function MetricChange({
  change,
  isIncreaseBad = false,
}: {
  change: MetricChangeValue;
  isIncreaseBad?: boolean;
}) {
  const Arrow = ARROWS[change.direction];
  return (
    <p className="an-change num" data-tint={getTint(change.direction, isIncreaseBad)}>
      <Arrow className="i" aria-hidden="true" />
      <span>
        <b>{change.label}</b>
        {change.direction !== 'same' && <span className="an-than"> than {change.previousText}</span>}
      </span>
    </p>
  );
}
