import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { FONT_FAMILIES, getFontStack, FONT_PRESETS, getFontPreset, type FontPair } from '#domain/fonts.ts';

import { ConfigSelect, Group, getFieldId } from '../fields/builder-field.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderSectionMessages.fonts;

const getPresetLabel = (preset: string): string => preset.charAt(0).toUpperCase() + preset.slice(1);
const getFontNames = ({ heading, body }: FontPair): string => (heading === body ? heading : `${heading}, ${body}`);

const STYLESHEETS = [...new Set(Object.values(FONT_PRESETS).flatMap((pair) => fontStylesheets(pair)))];

type ChoiceProps = { value: string; pair: FontPair; checked: boolean; onChoose: () => void };

/** A font pair in its own fonts: the preset name in the heading font, the font names in the body font. */
const FontChoice = ({ value, pair, checked, onChoose }: ChoiceProps) => (
  <label>
    <input type="radio" name="fonts" value={value} checked={checked} onChange={onChoose} />
    <span className="font-picker__name" style={{ fontFamily: getFontStack(pair.heading) }}>
      {getPresetLabel(value)}
    </span>
    <span className="hint" style={{ fontFamily: getFontStack(pair.body) }}>
      {getFontNames(pair)}
    </span>
  </label>
);

type FontSelectProps = { fontRole: keyof FontPair; label: string };

const FONT_OPTIONS = FONT_FAMILIES.map((font) => ({
  value: font,
  label: font,
  style: { fontFamily: getFontStack(font) },
}));

function FontSelect({ fontRole, label }: FontSelectProps) {
  const { fonts } = useBuilder().config;
  const style = { fontFamily: getFontStack(fonts[fontRole]) };
  return <ConfigSelect field={`fonts.${fontRole}`} label={label} options={FONT_OPTIONS} style={style} />;
}

export function FontsGroup({ loadFonts }: { loadFonts: boolean }) {
  const { config, set } = useBuilder();
  const current = getFontPreset(config.fonts);
  return (
    <Group title={messages.title}>
      {loadFonts && STYLESHEETS.map((href) => <link key={href} rel="stylesheet" href={href} />)}
      <fieldset className="choice-fieldset" id={getFieldId('fonts')}>
        <legend className="vh">{messages.title}</legend>
        <div className="font-picker">
          {Object.entries(FONT_PRESETS).map(([preset, pair]) => (
            <FontChoice
              key={preset}
              value={preset}
              pair={pair}
              checked={current === preset}
              onChoose={() => set('fonts', { ...pair })}
            />
          ))}
          {current === 'custom' && <FontChoice value="custom" pair={config.fonts} checked onChoose={() => undefined} />}
        </div>
      </fieldset>
      <div className="row2">
        <FontSelect fontRole="heading" label={messages.heading} />
        <FontSelect fontRole="body" label={messages.body} />
      </div>
    </Group>
  );
}
