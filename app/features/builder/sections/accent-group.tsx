import { Check, Pipette, SunMedium } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import { createAccentShades, contrastRatio, DEFAULT_ACCENT, isHexColor } from '#domain/accent-color.ts';

import { FieldHelp, Group, getFieldId } from '../fields/builder-field.tsx';
import { ConfigTextField } from '../fields/builder-text-field.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderSectionMessages.accent;

const MIN_TEXT_CONTRAST = 4.5;

/** Normalizes other spellings of a hex color (`#FA0`, `0F6B9C`) to `#rrggbb`; returns any other text unchanged. */
export function normalizeHexColor(text: string): string {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text.trim().toLowerCase()) ?? [];
  if (digits === '') return text;
  return `#${digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits}`;
}

/** Returns the nearest shade on which white text is readable; null if the color is readable already or is no hex color. */
export function readableShade(accent: string): string | null {
  if (!isHexColor(accent) || contrastRatio(accent, '#ffffff') >= MIN_TEXT_CONTRAST) return null;
  return createAccentShades(accent).text;
}

const SWATCHES = [
  { value: DEFAULT_ACCENT, name: messages.swatchNames.violet },
  { value: '#b4532a', name: messages.swatchNames.clay },
  { value: '#0f6b9c', name: messages.swatchNames.blue },
  { value: '#2f6b3f', name: messages.swatchNames.green },
  { value: '#17181a', name: messages.swatchNames.black },
] as const;

/** Shows the contrast ratio of white text on the accent, and how the page adjusts its text color. */
function ContrastMeter({ accent }: { accent: string }) {
  if (!isHexColor(accent)) return <p className="badge contrast-meter">{messages.contrast.noColor}</p>;
  const shades = createAccentShades(accent);
  const ratio = `${(Math.floor(contrastRatio(accent, '#ffffff') * 100) / 100).toFixed(2)}:1`;
  if (shades.fill === accent && shades.onFill === '#ffffff')
    return (
      <p className="badge mint contrast-meter">
        <Check className="i" aria-hidden="true" />
        {messages.contrast.readable({ ratio })}
      </p>
    );
  return (
    <p className="badge canary contrast-meter">
      <SunMedium className="i" aria-hidden="true" />
      {shades.onFill === '#ffffff' ? messages.contrast.darkened({ ratio }) : messages.contrast.darkText({ ratio })}
    </p>
  );
}

/** Explains how the page uses the accent and which color the pay button gets. */
function FillHint({ accent }: { accent: string }) {
  if (!isHexColor(accent)) return messages.hint.invalid;
  const { fill, onFill } = createAccentShades(accent);
  if (onFill !== '#ffffff') return messages.hint.darkText;
  if (fill === accent) return messages.hint.unchanged;
  return (
    <>
      <i className="color-dot" style={{ background: fill }} />{' '}
      <RichText
        text={messages.hint.darkened({ fill })}
        tags={{ color: (text) => <span className="text-emphasis num">{text}</span> }}
      />
    </>
  );
}

/** Replaces the accent with the nearest shade on which white text is readable. */
function ReadableShadeButton({ accent }: { accent: string }) {
  const { set } = useBuilder();
  const shade = readableShade(accent);
  if (!shade) return null;
  return (
    <Button
      size="sm"
      className="justify-start readable-shade-button num"
      onClick={() => {
        set('accentColor', shade);
        document.getElementById(getFieldId('accentColor'))?.focus();
      }}
    >
      <i className="color-dot" style={{ background: shade }} />
      {messages.useShade({ shade })}
    </Button>
  );
}

export function AccentGroup() {
  const { config, set } = useBuilder();
  const accent = normalizeHexColor(config.accentColor);
  return (
    <Group title={messages.title}>
      <div className="color-swatches" role="group" aria-label={messages.swatches}>
        {SWATCHES.map(({ value, name }) => (
          <button
            key={value}
            type="button"
            style={{ background: value }}
            aria-label={messages.swatch({ name, value })}
            aria-pressed={accent === value}
            onClick={() => set('accentColor', value)}
          />
        ))}
        <label className="key color-swatches__custom">
          <Pipette className="i" aria-hidden="true" />
          {messages.customColor}
          <input
            type="color"
            value={isHexColor(accent) ? accent : DEFAULT_ACCENT}
            onChange={(event) => set('accentColor', event.target.value)}
          />
        </label>
      </div>
      <div className="row2 align-start">
        <ConfigTextField
          field="accentColor"
          label={messages.label}
          hideHelp
          normalizeOnBlur={normalizeHexColor}
          maxLength={20}
          spellCheck={false}
          autoComplete="off"
        />
        <div className="field">
          <span className="lab">{messages.contrast.label}</span>
          <ContrastMeter accent={accent} />
        </div>
      </div>
      <FieldHelp field="accentColor" hint={<FillHint accent={accent} />} />
      <ReadableShadeButton accent={accent} />
    </Group>
  );
}
