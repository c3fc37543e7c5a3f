import { FACES, familyOf, FONT_PRESETS, presetOf, type Face, type FontPair } from '#domain/fonts.ts';

import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';

import { useBuilder } from './builder-context.ts';
import { Group, idOf } from './builder-field.tsx';

const nameOf = (preset: string): string => preset.charAt(0).toUpperCase() + preset.slice(1);
const facesOf = ({ heading, body }: FontPair): string => (heading === body ? heading : `${heading}, ${body}`);

const STYLESHEETS = [...new Set(Object.values(FONT_PRESETS).flatMap((pair) => fontStylesheets(pair)))];

type ChoiceProps = { value: string; pair: FontPair; checked: boolean; onChoose: () => void };

/** A font pair in its own fonts: the preset name in the heading font, the font names in the body font. */
const FontChoice = ({ value, pair, checked, onChoose }: ChoiceProps) => (
  <label>
    <input type="radio" name="fonts" value={value} checked={checked} onChange={onChoose} />
    <span className="b-face" style={{ fontFamily: familyOf(pair.heading) }}>
      {nameOf(value)}
    </span>
    <span className="hint" style={{ fontFamily: familyOf(pair.body) }}>
      {facesOf(pair)}
    </span>
  </label>
);

type FaceProps = { part: keyof FontPair; label: string };

function FaceSelect({ part, label }: FaceProps) {
  const { config, set } = useBuilder();
  const id = idOf(`fonts.${part}`);
  return (
    <div className="field">
      <div className="lab">
        <label htmlFor={id}>{label}</label>
      </div>
      <select
        className="in"
        id={id}
        style={{ fontFamily: familyOf(config.fonts[part]) }}
        value={config.fonts[part]}
        onChange={(event) => {
          const face: Face | undefined = FACES.find((name) => name === event.target.value);
          if (face) set('fonts', { ...config.fonts, [part]: face });
        }}
      >
        {FACES.map((face) => (
          <option key={face} value={face} style={{ fontFamily: familyOf(face) }}>
            {face}
          </option>
        ))}
      </select>
    </div>
  );
}

export function FontsGroup({ open }: { open: boolean }) {
  const { config, set } = useBuilder();
  const current = presetOf(config.fonts);
  return (
    <Group title="Fonts">
      {open && STYLESHEETS.map((href) => <link key={href} rel="stylesheet" href={href} />)}
      <fieldset className="b-choice" id={idOf('fonts')}>
        <legend className="vh">Fonts</legend>
        <div className="b-fonts">
          {Object.entries(FONT_PRESETS).map(([preset, pair]) => (
            <FontChoice
              key={preset}
              value={preset}
              pair={pair}
              checked={current === preset}
              onChoose={() => set('fonts', { ...pair })}
            />
          ))}
          {current === 'custom' && (
            <FontChoice value="custom" pair={config.fonts} checked onChoose={() => undefined} />
          )}
        </div>
      </fieldset>
      <div className="row2">
        <FaceSelect part="heading" label="Heading font" />
        <FaceSelect part="body" label="Body font" />
      </div>
    </Group>
  );
}
