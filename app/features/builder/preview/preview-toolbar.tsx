import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { NativeSelect } from '../fields/native-select.tsx';
import { getMissingReason, PREVIEW_STATES, STATE_NAMES, type PreviewState } from './preview-states.ts';

export const DEVICES = [
  { name: 'Desktop', width: 1200, Icon: Monitor },
  { name: 'Tablet', width: 768, Icon: Tablet },
  { name: 'Mobile', width: 375, Icon: Smartphone },
] as const;
export type Device = (typeof DEVICES)[number];

export type PreviewToolbarProps = {
  config: CheckoutPageConfig;
  state: PreviewState;
  onStateChange: (state: PreviewState) => void;
  device: Device;
  onDeviceChange: (device: Device) => void;
  scale: number;
  /** Shown below the controls. */
  children?: ReactNode;
};

/** The page states to preview. A state that this page does not have is disabled with the reason. */
const listStates = (config: CheckoutPageConfig) =>
  PREVIEW_STATES.map((value) => {
    const missingReason = getMissingReason(value, config);
    const label = missingReason === null ? STATE_NAMES[value] : `${STATE_NAMES[value]} (${missingReason})`;
    return { value, label, disabled: missingReason !== null };
  });

export const PreviewToolbar = ({
  device,
  onDeviceChange,
  scale,
  children,
  config,
  state,
  onStateChange,
}: PreviewToolbarProps) => (
  <div className="preview-toolbar">
    <div className="keys" role="group" aria-label="Preview width">
      {DEVICES.map((option) => (
        <button key={option.name} type="button" aria-pressed={option === device} onClick={() => onDeviceChange(option)}>
          <option.Icon className="i" aria-hidden="true" />
          {option.name}
        </button>
      ))}
    </div>
    <NativeSelect
      className="in preview-toolbar__state"
      aria-label="Preview state"
      value={state}
      options={listStates(config)}
      onValueChange={onStateChange}
    />
    <p className="small muted num preview-toolbar__scale">
      {device.width} px at {Math.round(scale * 100)} %
    </p>
    {children}
  </div>
);
