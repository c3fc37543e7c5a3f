import { Check, Pipette, SunMedium } from 'lucide-react';
import type { ReactNode } from 'react';

import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { Button } from '#app/components/button.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { builderDesignMessages } from '#content/messages/builder-design.ts';
import { builderFormMessages } from '#content/messages/builder-form.ts';
import { DEFAULT_ACCENT, contrastRatio, createAccentShades, isHexColor } from '#domain/accent-color.ts';
import type { Layout } from '#domain/checkout-page.ts';
import { FONT_FAMILIES, FONT_PRESETS, type FontPair, getFontPreset, getFontStack } from '#domain/fonts.ts';
import { LOGO_SIZE } from '#domain/image.ts';

import { ConfigChoice } from '../fields/builder-field.tsx';
import { ConfigSelect, FieldHelp, Group, getFieldId } from '../fields/builder-field.tsx';
import { ConfigTextField } from '../fields/builder-text-field.tsx';
import { ImageField } from '../fields/image-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { FormParts } from '../state/builder-provider.tsx';

const { fields, brand: brandMessages } = builderFormMessages;
const accentMessages = builderDesignMessages.accent;

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
  { value: DEFAULT_ACCENT, name: accentMessages.swatchNames.violet },
  { value: '#b4532a', name: accentMessages.swatchNames.clay },
  { value: '#0f6b9c', name: accentMessages.swatchNames.blue },
  { value: '#2f6b3f', name: accentMessages.swatchNames.green },
  { value: '#17181a', name: accentMessages.swatchNames.black },
] as const;

/** Shows the contrast ratio of white text on the accent, and how the page adjusts its text color. */
function ContrastMeter({ accent }: { accent: string }) {
  if (!isHexColor(accent)) return <p className="badge contrast-meter">{accentMessages.contrast.noColor}</p>;
  const shades = createAccentShades(accent);
  const ratio = `${(Math.floor(contrastRatio(accent, '#ffffff') * 100) / 100).toFixed(2)}:1`;
  if (shades.fill === accent && shades.onFill === '#ffffff')
    return (
      <p className="badge mint contrast-meter">
        <Check className="i" aria-hidden="true" />
        {accentMessages.contrast.readable({ ratio })}
      </p>
    );
  return (
    <p className="badge canary contrast-meter">
      <SunMedium className="i" aria-hidden="true" />
      {shades.onFill === '#ffffff'
        ? accentMessages.contrast.darkened({ ratio })
        : accentMessages.contrast.darkText({ ratio })}
    </p>
  );
}

/** Explains how the page uses the accent and which color the pay button gets. */
function FillHint({ accent }: { accent: string }) {
  if (!isHexColor(accent)) return accentMessages.hint.invalid;
  const { fill, onFill } = createAccentShades(accent);
  if (onFill !== '#ffffff') return accentMessages.hint.darkText;
  if (fill === accent) return accentMessages.hint.unchanged;
  return (
    <>
      <i className="color-dot" style={{ background: fill }} />{' '}
      <RichText
        text={accentMessages.hint.darkened({ fill })}
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
      {accentMessages.useShade({ shade })}
    </Button>
  );
}

function AccentGroup() {
  const { config, set } = useBuilder();
  const accent = normalizeHexColor(config.accentColor);
  return (
    <Group title={accentMessages.title}>
      <div className="color-swatches" role="group" aria-label={accentMessages.swatches}>
        {SWATCHES.map(({ value, name }) => (
          <button
            key={value}
            type="button"
            style={{ background: value }}
            aria-label={accentMessages.swatch({ name, value })}
            aria-pressed={accent === value}
            onClick={() => set('accentColor', value)}
          />
        ))}
        <label className="key color-swatches__custom">
          <Pipette className="i" aria-hidden="true" />
          {accentMessages.customColor}
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
          label={accentMessages.label}
          hideHelp
          normalizeOnBlur={normalizeHexColor}
          maxLength={20}
          spellCheck={false}
          autoComplete="off"
        />
        <div className="field">
          <span className="lab">{accentMessages.contrast.label}</span>
          <ContrastMeter accent={accent} />
        </div>
      </div>
      <FieldHelp field="accentColor" hint={<FillHint accent={accent} />} />
      <ReadableShadeButton accent={accent} />
    </Group>
  );
}

const fontMessages = builderDesignMessages.fonts;

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

function FontsGroup({ loadFonts }: { loadFonts: boolean }) {
  const { config, set } = useBuilder();
  const current = getFontPreset(config.fonts);
  return (
    <Group title={fontMessages.title}>
      {loadFonts && STYLESHEETS.map((href) => <link key={href} rel="stylesheet" href={href} />)}
      <fieldset className="choice-fieldset" id={getFieldId('fonts')}>
        <legend className="vh">{fontMessages.title}</legend>
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
        <FontSelect fontRole="heading" label={fontMessages.heading} />
        <FontSelect fontRole="body" label={fontMessages.body} />
      </div>
    </Group>
  );
}

const layoutMessages = builderDesignMessages.layout;

const TEXT_COLOR = '#17181a';
const LINE_COLOR = '#d3d7db';

const CLASSIC = (
  <>
    <rect x="8" y="10" width="46" height="24" rx="2" className="wash" />
    <path d="M8 42h26" stroke={TEXT_COLOR} strokeWidth="4" />
    <path d="M8 50h42M8 57h36" stroke={LINE_COLOR} strokeWidth="3" />
    <rect x="62.5" y="10.5" width="26" height="38" rx="2" fill="#fff" stroke="#cdd2d6" />
    <rect x="67" y="38" width="17" height="6" rx="1" className="accent" />
    <path d="M67 18h12" stroke={TEXT_COLOR} strokeWidth="3" />
    <path d="M67 26h17M67 32h17" stroke={LINE_COLOR} strokeWidth="3" />
  </>
);

const MODERN = (
  <>
    <rect width="96" height="22" className="wash" />
    <path d="M32 32h32" stroke={TEXT_COLOR} strokeWidth="4" />
    <path d="M36 40h24" stroke={LINE_COLOR} strokeWidth="3" />
    <rect x="26" y="46" width="44" height="6" rx="1" fill="#eceef0" />
    <rect x="26" y="56" width="44" height="8" rx="1.5" className="accent" />
  </>
);

const MINIMAL = (
  <>
    <rect width="36" height="72" className="wash" />
    <rect x="8" y="10" width="10" height="10" rx="2" className="accent" />
    <path d="M8 29h20" stroke={TEXT_COLOR} strokeWidth="4" />
    <path d="M8 37h20M8 43h16" stroke="#d8ccc4" strokeWidth="3" />
    <path d="M48 14h18" stroke={TEXT_COLOR} strokeWidth="4" />
    <rect x="48" y="22" width="38" height="8" rx="1" fill="#eceef0" />
    <rect x="48" y="34" width="38" height="8" rx="1" fill="#eceef0" />
    <rect x="48" y="47" width="38" height="9" rx="1.5" className="accent" />
  </>
);

const LAYOUTS: readonly { value: Layout; label: string; illustration: ReactNode }[] = [
  { value: 'classic', label: layoutMessages.classic, illustration: CLASSIC },
  { value: 'modern', label: layoutMessages.modern, illustration: MODERN },
  { value: 'minimal', label: layoutMessages.minimal, illustration: MINIMAL },
];

function LayoutGroup() {
  const { config, set } = useBuilder();
  return (
    <Group title={layoutMessages.title}>
      <fieldset className="choice-fieldset" id={getFieldId('layout')}>
        <legend className="vh">{layoutMessages.title}</legend>
        <div className="layout-picker">
          {LAYOUTS.map(({ value, label, illustration }) => (
            <label key={value} className="layout-picker__option">
              <input
                type="radio"
                name="layout"
                value={value}
                checked={config.layout === value}
                onChange={() => set('layout', value)}
              />
              <span className="layout-picker__illustration">
                <svg viewBox="0 0 96 72" aria-hidden="true">
                  <rect width="96" height="72" fill="#fff" />
                  {illustration}
                </svg>
              </span>
              <span className="small text-strong">{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </Group>
  );
}

const POSITIONS = (['top-left', 'top-center', 'above-product'] as const).map((value) => ({
  value,
  label: brandMessages.positions[value],
}));

/** `loadFonts` is true once the tab has been opened; only then are the preview fonts loaded. */
export function DesignTab({ loadFonts }: { loadFonts: boolean }) {
  return (
    <FormParts>
      <LayoutGroup />
      <Group title={brandMessages.title}>
        <ImageField
          field="logo"
          use="logo"
          label={fields.logo}
          acceptedText={brandMessages.acceptedLogos}
          hint={brandMessages.logoHint(LOGO_SIZE)}
        />
        <ConfigChoice field="logoPosition" label={fields.logoPosition} options={POSITIONS} />
      </Group>
      <AccentGroup />
      <FontsGroup loadFonts={loadFonts} />
    </FormParts>
  );
}
