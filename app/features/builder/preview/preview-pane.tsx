import { useRef } from 'react';

import { builderPreviewMessages } from '#content/messages/builder-preview.ts';

import { PreviewHighlights } from './preview-highlights.tsx';
import { getMissingReason } from './preview-states.ts';
import { DEVICES, PreviewToolbar, type PreviewToolbarProps } from './preview-toolbar.tsx';
import { Preview } from './preview.tsx';
import { usePreviewFit } from './use-preview-fit.ts';

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
  const { viewportRef, contentRef, scale, height, minHeight } = usePreviewFit(device.width);
  const pageRef = useRef<HTMLDivElement>(null);
  const displayWidth = device.width * scale;
  return (
    <section className="preview-pane" aria-label={builderPreviewMessages.label}>
      <PreviewToolbar {...toolbar} {...{ scale, state }} />
      <div className="preview-pane__body">
        <div className="preview-pane__slot" style={{ width: displayWidth + (device === DEVICES[0] ? 32 : 56) }} />
        <div
          className="preview-pane__viewport"
          ref={viewportRef}
          role="region"
          aria-label={builderPreviewMessages.pageLabel}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
          tabIndex={0}
        >
          <div className="preview-pane__page" style={{ width: displayWidth, height }}>
            <div className="preview-pane__surface" ref={pageRef} inert>
              <div
                className="preview-pane__scaled"
                ref={contentRef}
                style={{ width: device.width, minHeight, transform: `scale(${scale})` }}
              >
                <Preview config={config} sellerName={sellerName} state={state} />
              </div>
            </div>
            <PreviewHighlights {...{ viewportRef, pageRef, current, onSelectField }} />
          </div>
        </div>
      </div>
    </section>
  );
}
