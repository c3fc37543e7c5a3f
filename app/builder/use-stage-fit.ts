import { useLayoutEffect, useRef, useState } from 'react';

type Fit = { scale: number; height: number; least: number };

/**
 * Fits a page of `width` pixels into the stage: its scale, the height it takes on screen, and the least height
 * (in its own pixels) that fills the stage.
 */
export function useStageFit(width: number) {
  const out = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState<Fit>({ scale: 1, height: 0, least: 0 });

  useLayoutEffect(() => {
    const stage = out.current;
    const page = inner.current;
    if (!stage || !page) return;
    const measure = () => {
      const style = getComputedStyle(stage);
      const room = stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (room <= 0) return;
      const scale = Math.min(1, room / width);
      const least = stage.clientHeight / scale;
      setFit({ scale, least, height: page.offsetHeight * scale });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    observer.observe(page);
    measure();
    return () => observer.disconnect();
  }, [width]);

  return { out, inner, ...fit };
}
