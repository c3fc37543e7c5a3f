import { useRef, useState, type ComponentProps, type ReactNode } from 'react';

import { loadOnDemand } from './utils/load-on-demand.tsx';
import { loadOverlays, type Overlays } from './utils/load-overlays.ts';

export const PopoverFrame = loadOnDemand(async () => (await loadOverlays()).PopoverFrame);

type FrameProps = Omit<ComponentProps<Overlays['PopoverFrame']>, 'target' | 'onClose' | 'children' | 'content'>;

type Props = {
  button: Omit<ComponentProps<'button'>, 'ref' | 'onClick'>;
  frame: FrameProps;
  /** Opens in `main`, so that it is read after the screen's content. */
  isInMain?: boolean;
  children: (close: () => void) => ReactNode;
};

/** A button with a popover. Escape and a click outside close it and return the focus to the button. */
export function Popover({ button, frame, isInMain = false, children }: Props) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        {...button}
        ref={buttonRef}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-state={isOpen ? 'open' : 'closed'}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <PopoverFrame
          {...frame}
          target={buttonRef}
          container={isInMain ? document.querySelector('main') : null}
          onClose={close}
        >
          {children(close)}
        </PopoverFrame>
      )}
    </>
  );
}
