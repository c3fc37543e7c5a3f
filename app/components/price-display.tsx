type Props = {
  /** The formatted number, e.g. `$89.00`. */
  text: string;
  /** Height of the digits, as a CSS length. */
  size?: string;
};

const getCharacterClass = (character: string): string | undefined => {
  if (character === '.' || character === ',') return 's';
  return /\d/.test(character) ? undefined : 'y';
};

/** A large number in the style of a cash register display. At most one per screen. */
export function PriceDisplay({ text, size }: Props) {
  return (
    <span
      className="window"
      role="img"
      aria-label={text}
      style={size ? ({ '--fs': size } as React.CSSProperties) : undefined}
    >
      {Array.from(text, (character, index) => (
        <span key={index} className={getCharacterClass(character)} aria-hidden="true">
          {character}
        </span>
      ))}
    </span>
  );
}
