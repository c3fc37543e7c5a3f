type Props = {
  /** The number of the screen as it is written, e.g. `$89.00`. */
  text: string;
  /** Height of the figures, as a CSS length. */
  size?: string;
};

const kindOf = (character: string): string | undefined => {
  if (character === '.' || character === ',') return 's';
  return /\d/.test(character) ? undefined : 'y';
};

/** Figures on enamel plates in the till's window. One a screen. */
export function PriceFlags({ text, size }: Props) {
  return (
    <span
      className="window"
      role="img"
      aria-label={text}
      style={size ? ({ '--fs': size } as React.CSSProperties) : undefined}
    >
      {Array.from(text, (character, place) => (
        <span key={place} className={kindOf(character)} aria-hidden="true">
          {character}
        </span>
      ))}
    </span>
  );
}
