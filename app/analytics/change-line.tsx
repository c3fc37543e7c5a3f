import { ArrowDown, ArrowUp, Equal } from 'lucide-react';

import type { Change } from './change-words.ts';

const ARROWS = { up: ArrowUp, down: ArrowDown, same: Equal };

const tintOf = (way: Change['way'], bad: boolean): 'good' | 'bad' | undefined => {
  if (way === 'same') return undefined;
  return (way === 'up') === bad ? 'bad' : 'good';
};

/** Arrow, change and previous value; the color only repeats them. */
export function ChangeLine({ change, bad = false }: { change: Change; bad?: boolean }) {
  const Arrow = ARROWS[change.way];
  return (
    <p className="an-change num" data-tint={tintOf(change.way, bad)}>
      <Arrow className="i" aria-hidden="true" />
      <span>
        <b>{change.words}</b>
        {change.way !== 'same' && <span className="an-than"> than {change.than}</span>}
      </span>
    </p>
  );
}
