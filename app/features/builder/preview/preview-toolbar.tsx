import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';

import { NativeSelect } from '#app/components/select.tsx';
import { builderPreviewMessages } from '#content/messages/builder-preview.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { getMissingReason, PREVIEW_STATES, type PreviewState } from './preview-states.ts';

const messages = builderPreviewMessages;

export const DEVICES = [
  { name: messages.devices.desktop, width: 1200, Icon: Monitor },
  { name: messages.devices.tablet, width: 768, Icon: Tablet },
  { name: messages.devices.mobile, width: 375, Icon: Smartphone },
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
    const reason = getMissingReason(value, config);
    const name = messages.states[value];
    return {
      value,
      label: reason === null ? name : messages.unavailableState({ name, reason }),
      disabled: reason !== null,
    };
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
    <div className="keys" role="group" aria-label={messages.deviceLabel}>
      {DEVICES.map((option) => (
        <button key={option.name} type="button" aria-pressed={option === device} onClick={() => onDeviceChange(option)}>
          <option.Icon className="i" aria-hidden="true" />
          {option.name}
        </button>
      ))}
    </div>
    <NativeSelect
      className="in preview-toolbar__state"
      aria-label={messages.stateLabel}
      value={state}
      options={listStates(config)}
      onChange={onStateChange}
    />
    <p className="small muted num preview-toolbar__scale">
      {messages.scale({ width: device.width, percentage: Math.round(scale * 100) })}
    </p>
    {children}
  </div>
);
