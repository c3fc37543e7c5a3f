type Props = {
  /** The formatted number, e.g. `$89.00`. */
  text: string;
  /** Height of the digits, as a CSS length. Smaller where the number would not fit its container. */
  size?: string;
};

// Widths of the class `window` in app/styles/components.css.
const DIGIT_WIDTH_EM = 0.78;
const SEPARATOR_WIDTH_EM = 0.3;
const PADDING_PX = 16;
const GAP_PX = 3;

const getCharacterClass = (character: string): string | undefined => {
  if (character === '.' || character === ',') return 's';
  return /\d/.test(character) ? undefined : 'y';
};

/** A large number in the style of a cash register display. At most one per screen. */
export function PriceDisplay({ text, size = '2.5rem' }: Props) {
  const classes = Array.from(text, getCharacterClass);
  const widthEm = classes.reduce((sum, name) => sum + (name === 's' ? SEPARATOR_WIDTH_EM : DIGIT_WIDTH_EM), 0);
  const fixedPx = PADDING_PX + GAP_PX * (classes.length - 1);
  const fontSize = `min(${size}, (100cqi - ${fixedPx}px) / ${widthEm.toFixed(2)})`;
  return (
    <span className="window" role="img" aria-label={text} style={{ '--fs': fontSize } as React.CSSProperties}>
      {Array.from(text, (character, index) => (
        <span key={index} className={classes[index]} aria-hidden="true">
          {character}
        </span>
      ))}
    </span>
  );
}
