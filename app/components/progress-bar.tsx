import type { CSSProperties } from 'react';

type Props = {
  label: string;
  /** A share of `max`; more is drawn as all of it. */
  value: number;
  max: number;
  /** The progress in words, for assistive technology. */
  text: string;
  /** Color: close to a limit, or at it. */
  warning?: 'near' | 'over' | null;
  isSmall?: boolean;
};

/** A bar that shows how much of something is done or used. The figures stand beside it as text. */
export function ProgressBar({ label, value, max, text, warning = null, isSmall = false }: Props) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 1;
  const className = ['roll', warning && 'near', warning === 'over' && 'over', isSmall && 'sm']
    .filter(Boolean)
    .join(' ');
  return (
    <span
      className={className}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.floor(share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
      style={{ '--v': `${(share * 100).toFixed(1)}%` } as CSSProperties}
    >
      <i />
    </span>
  );
}
