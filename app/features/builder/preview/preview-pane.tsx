import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useRef, type ReactNode } from 'react';

import { NativeSelect } from '#app/components/select.tsx';
import { builderPreviewMessages } from '#content/messages/builder-preview.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { PreviewHighlights } from './preview-highlights.tsx';
import { getMissingReason, PREVIEW_STATES, type PreviewState } from './preview-states.ts';
import { ScaledPreview, usePreviewFit } from './preview.tsx';

const messages = builderPreviewMessages;

export const DEVICES = [
  { name: messages.devices.desktop, width: 1200, Icon: Monitor },
  { name: messages.devices.tablet, width: 768, Icon: Tablet },
  { name: messages.devices.mobile, width: 375, Icon: Smartphone },
] as const;
export type Device = (typeof DEVICES)[number];

type PreviewToolbarProps = {
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

const PreviewToolbar = ({
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

type Props = Omit<PreviewToolbarProps, 'scale'> & {
  sellerName: string | null;
  /** The focused field. */
  current: string | null;
  onSelectField: (field: string) => void;
};

/** Inert preview of the page as buyers will see it. `children` are shown in the toolbar. */
export function PreviewPane({ sellerName, current, onSelectField, ...toolbar }: Props) {
  const { config, device, state: selectedState } = toolbar;
  const state = getMissingReason(selectedState, config) ? 'open' : selectedState;
  const fit = usePreviewFit(device.width);
  const { viewportRef, scale } = fit;
  const pageRef = useRef<HTMLDivElement>(null);
  return (
    <section className="preview-pane" aria-label={messages.label}>
      <PreviewToolbar {...toolbar} {...{ scale, state }} />
      <div className="preview-pane__body">
        <div
          className="preview-pane__slot"
          style={{ width: device.width * scale + (device === DEVICES[0] ? 32 : 56) }}
        />
        <div
          className="preview-pane__viewport"
          ref={viewportRef}
          role="region"
          aria-label={messages.pageLabel}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
          tabIndex={0}
        >
          <ScaledPreview {...{ fit, pageRef, config, sellerName, state }} fillsViewport>
            <PreviewHighlights {...{ viewportRef, pageRef, current, onSelectField }} />
          </ScaledPreview>
        </div>
      </div>
    </section>
  );
}
