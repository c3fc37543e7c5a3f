import { useImperativeHandle, type Ref, type RefObject } from 'react';

type Props = { target: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> };

/** Makes an element that is already on the screen the trigger of a Radix component, which is rendered only while it is open. */
export function ExistingElement({ target, ref }: Props) {
  useImperativeHandle(ref, () => target.current as HTMLElement);
  return null;
}
