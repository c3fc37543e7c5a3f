import { useLayoutEffect, type RefCallback, type RefObject } from 'react';

type Props = { target: RefObject<HTMLElement | null>; ref?: RefCallback<HTMLElement> };

/** Makes an element that is already on the screen the trigger of a Radix component, which is rendered only while it is open. */
export function ExistingElement({ target, ref }: Props) {
  // Without a cleanup: Radix returns the focus to the trigger after this component has been unmounted.
  useLayoutEffect(() => {
    ref?.(target.current);
  }, [ref, target]);
  return null;
}
