import type { ReactNode } from 'react';

import { builderSectionMessages } from '#content/messages/builder-sections.ts';
import type { Layout } from '#domain/checkout-page.ts';

import { Group, getFieldId } from '../fields/builder-field.tsx';
import { useBuilder } from '../state/builder-context.ts';

const messages = builderSectionMessages.layout;

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
  { value: 'classic', label: messages.classic, illustration: CLASSIC },
  { value: 'modern', label: messages.modern, illustration: MODERN },
  { value: 'minimal', label: messages.minimal, illustration: MINIMAL },
];

export function LayoutGroup() {
  const { config, set } = useBuilder();
  return (
    <Group title={messages.title}>
      <fieldset className="choice-fieldset" id={getFieldId('layout')}>
        <legend className="vh">{messages.title}</legend>
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
