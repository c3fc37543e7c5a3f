import { useEffect, useRef, useState, type RefObject } from 'react';

import { partAt } from './page-parts.ts';
import { boxOf, usePartBox, type PartBox } from './use-part-box.ts';

const MARGIN = 24;

type Props = {
  /** The scroll container; it receives the pointer events for the inert page. */
  out: RefObject<HTMLElement | null>;
  sheet: RefObject<HTMLElement | null>;
  current: string | null;
  onPick: (field: string) => void;
};

/** Tracks the preview element under the pointer; a click on it selects its field. */
function usePick({ out, sheet, onPick }: Pick<Props, 'out' | 'sheet' | 'onPick'>): PartBox | null {
  const [over, setOver] = useState<PartBox | null>(null);
  useEffect(() => {
    const stage = out.current;
    if (!stage) return;
    const partUnder = (event: MouseEvent) => (sheet.current ? partAt(sheet.current, event) : null);
    const onMove = (event: PointerEvent) => {
      const part = event.pointerType === 'mouse' ? partUnder(event) : null;
      stage.style.cursor = part ? 'pointer' : '';
      setOver((before) => {
        if (!part || !sheet.current) return null;
        return before?.name === part.name ? before : boxOf(sheet.current, part.element, part.name);
      });
    };
    const onLeave = () => setOver(null);
    const onClick = (event: MouseEvent) => {
      const part = partUnder(event);
      if (part) onPick(part.field);
    };
    stage.addEventListener('pointermove', onMove);
    stage.addEventListener('pointerleave', onLeave);
    stage.addEventListener('scroll', onLeave, { passive: true });
    stage.addEventListener('click', onClick);
    return () => {
      stage.removeEventListener('pointermove', onMove);
      stage.removeEventListener('pointerleave', onLeave);
      stage.removeEventListener('scroll', onLeave);
      stage.removeEventListener('click', onClick);
    };
  }, [out, sheet, onPick]);
  return over;
}

/** Scrolls the element of a newly focused field into view. */
function useInSight(out: Props['out'], box: PartBox | null, current: string | null): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const stage = out.current;
    if (!stage || !box || shown.current === current) return;
    shown.current = current;
    const { scrollTop, clientHeight } = stage;
    if (box.top >= scrollTop && box.top + Math.min(box.height, 80) <= scrollTop + clientHeight) return;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    stage.scrollTo({ top: Math.max(0, box.top - 3 * MARGIN), behavior: calm ? 'instant' : 'smooth' });
  }, [out, box, current]);
}

const Mark = ({ box, kind }: { box: PartBox; kind: 'current' | 'over' }) => {
  const { left, top, width, height, name } = box;
  const flag = top < MARGIN ? 'below' : 'above';
  return (
    <div className="b-mark" data-kind={kind} data-flag={flag} style={{ left, top, width, height }}>
      <span>{name}</span>
    </div>
  );
};

/** Labeled outlines around the element of the focused field and around the element under the pointer. */
export function StageMarks({ out, sheet, current, onPick }: Props) {
  const box = usePartBox(sheet, current);
  const over = usePick({ out, sheet, onPick });
  useInSight(out, box, current);
  return (
    <div className="b-marks" aria-hidden="true">
      {over && over.name !== box?.name && <Mark box={over} kind="over" />}
      {box && <Mark box={box} kind="current" />}
    </div>
  );
}
