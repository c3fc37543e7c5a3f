import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { missingFor, PREVIEW_STATES, STATE_NAMES, type PreviewState } from './preview-states.ts';

export const DEVICES = [
  { name: 'Desktop', width: 1200, Icon: Monitor },
  { name: 'Tablet', width: 768, Icon: Tablet },
  { name: 'Mobile', width: 375, Icon: Smartphone },
] as const;
export type Device = (typeof DEVICES)[number];

type StateProps = {
  config: CheckoutPageConfig;
  state: PreviewState;
  onState: (state: PreviewState) => void;
};

/** Selects the page state to preview. A state that this page does not have is disabled with the reason. */
const StateSelect = ({ config, state, onState }: StateProps) => (
  <select
    className="in b-state"
    aria-label="Preview state"
    value={state}
    onChange={(event) => {
      const chosen = PREVIEW_STATES.find((one) => one === event.target.value);
      if (chosen) onState(chosen);
    }}
  >
    {PREVIEW_STATES.map((one) => {
      const missing = missingFor(one, config);
      return (
        <option key={one} value={one} disabled={missing !== null}>
          {missing === null ? STATE_NAMES[one] : `${STATE_NAMES[one]} (${missing})`}
        </option>
      );
    })}
  </select>
);

type Props = StateProps & {
  device: Device;
  onDevice: (device: Device) => void;
  scale: number;
  children?: ReactNode;
};

export const StageHead = ({ device, onDevice, scale, children, ...state }: Props) => (
  <div className="b-stools">
    <div className="keys" role="group" aria-label="Preview width">
      {DEVICES.map((one) => (
        <button key={one.name} type="button" aria-pressed={one === device} onClick={() => onDevice(one)}>
          <one.Icon className="i" aria-hidden="true" />
          {one.name}
        </button>
      ))}
    </div>
    <StateSelect {...state} />
    <p className="small muted num b-scale-text">
      {device.width} px at {Math.round(scale * 100)} %
    </p>
    {children}
  </div>
);
