import { ChevronDown, ChevronUp, GripVertical, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { Key } from '#app/ui/key.tsx';

type IconKeyProps = Omit<ComponentProps<typeof Key>, 'children'> & { label: string; Icon: LucideIcon };

/** A small icon button; its label is the accessible name and the tooltip. */
export const IconKey = ({ label, Icon, className = '', ...rest }: IconKeyProps) => (
  <Key kind="bare" size="sm" {...rest} className={`icon b-ik ${className}`} aria-label={label} title={label}>
    <Icon className="i" aria-hidden="true" />
  </Key>
);

type MoveProps = {
  /** Prefix of the button ids, so that the focus can be restored after the move. */
  id: string;
  what: string;
  place: number;
  count: number;
  onMove: (to: number, way: 'up' | 'down') => void;
};

/** Move buttons of a row. At an end of the list the button stays focusable but does nothing, so the focus is not lost. */
export function MoveKeys({ id, what, place, count, onMove }: MoveProps) {
  const key = (way: 'up' | 'down', to: number, Icon: LucideIcon) => (
    <IconKey
      id={`${id}-${way}`}
      label={`Move ${way}: ${what}`}
      Icon={Icon}
      aria-disabled={to < 0 || to >= count ? true : undefined}
      onClick={() => to >= 0 && to < count && onMove(to, way)}
    />
  );
  return (
    <>
      {key('up', place - 1, ChevronUp)}
      {key('down', place + 1, ChevronDown)}
    </>
  );
}

/** Drag handle for pointers. Keyboard users have the move buttons. */
export const Grip = (props: Pick<ComponentProps<'span'>, 'onPointerDown'>) => (
  <span className="b-grip" aria-hidden="true" {...props}>
    <GripVertical className="i" />
  </span>
);
