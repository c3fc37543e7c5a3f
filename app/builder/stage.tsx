import { useRef, type ReactNode } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { Preview } from './preview.tsx';
import { missingFor, type PreviewState } from './preview-states.ts';
import { DEVICES, StageHead, type Device } from './stage-head.tsx';
import { StageMarks } from './stage-marks.tsx';
import { useStageFit } from './use-stage-fit.ts';

type Props = {
  config: CheckoutPageConfig;
  sellerName: string | null;
  device: Device;
  onDevice: (device: Device) => void;
  state: PreviewState;
  onState: (state: PreviewState) => void;
  /** The focused field. */
  current: string | null;
  onPick: (field: string) => void;
  /** Content of the toolbar below the controls. */
  children?: ReactNode;
};

/** Inert preview of the page as buyers will see it. */
export function Stage(props: Props) {
  const { config, sellerName, device, onDevice, state: wanted, onState, current, onPick, children } = props;
  const state = missingFor(wanted, config) ? 'open' : wanted;
  const { out, inner, scale, height, least } = useStageFit(device.width);
  const sheet = useRef<HTMLDivElement>(null);
  const paper = device.width * scale;
  return (
    <section className="b-stage" aria-label="Live preview">
      <StageHead {...{ config, device, onDevice, scale, state, onState }}>{children}</StageHead>
      <div className="b-well">
        <div className="b-slot" style={{ width: paper + (device === DEVICES[0] ? 32 : 56) }} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard */}
        <div className="b-out" ref={out} role="region" aria-label="The page" tabIndex={0}>
          <div className="b-sheet" style={{ width: paper, height }}>
            <div className="b-paper" ref={sheet} inert>
              <div
                className="b-scale"
                ref={inner}
                style={{ width: device.width, minHeight: least, transform: `scale(${scale})` }}
              >
                <Preview config={config} sellerName={sellerName} state={state} />
              </div>
            </div>
            <StageMarks {...{ out, sheet, current, onPick }} />
          </div>
        </div>
      </div>
    </section>
  );
}
