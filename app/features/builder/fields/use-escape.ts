import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Calls `onEscape` when Escape is pressed inside the container. */
export function useEscape(containerRef: RefObject<HTMLElement | null>, onEscape: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) onEscape?.();
  });
  useEffect(() => {
    const element = containerRef.current;
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, [containerRef]);
}
