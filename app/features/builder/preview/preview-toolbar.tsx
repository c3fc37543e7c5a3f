import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { getMissingReason, PREVIEW_STATES, STATE_NAMES, type PreviewState } from './preview-states.ts';

export const DEVICES = [
  { name: 'Desktop', width: 1200, Icon: Monitor },
  { name: 'Tablet', width: 768, Icon: Tablet },
  { name: 'Mobile', width: 375, Icon: Smartphone },
] as const;
export type Device = (typeof DEVICES)[number];

type StateProps = {
  config: CheckoutPageConfig;
  state: PreviewState;
  onStateChange: (state: PreviewState) => void;
};

/** Selects the page state to preview. A state that this page does not have is disabled with the reason. */
const StateSelect = ({ config, state, onStateChange }: StateProps) => (
  <select
    className="in preview-toolbar__state"
    aria-label="Preview state"
    value={state}
    onChange={(event) => {
      const nextState = PREVIEW_STATES.find((option) => option === event.target.value);
      if (nextState) onStateChange(nextState);
    }}
  >
    {PREVIEW_STATES.map((option) => {
      const missingReason = getMissingReason(option, config);
      return (
        <option key={option} value={option} disabled={missingReason !== null}>
          {missingReason === null ? STATE_NAMES[option] : `${STATE_NAMES[option]} (${missingReason})`}
        </option>
      );
    })}
  </select>
);

type Props = StateProps & {
  device: Device;
  onDeviceChange: (device: Device) => void;
  scale: number;
  children?: ReactNode;
};

export const PreviewToolbar = ({ device, onDeviceChange, scale, children, ...state }: Props) => (
  <div className="preview-toolbar">
    <div className="keys" role="group" aria-label="Preview width">
      {DEVICES.map((option) => (
        <button key={option.name} type="button" aria-pressed={option === device} onClick={() => onDeviceChange(option)}>
          <option.Icon className="i" aria-hidden="true" />
          {option.name}
        </button>
      ))}
    </div>
    <StateSelect {...state} />
    <p className="small muted num preview-toolbar__scale">
      {device.width} px at {Math.round(scale * 100)} %
    </p>
    {children}
  </div>
);
