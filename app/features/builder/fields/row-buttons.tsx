import { ChevronDown, ChevronUp, GripVertical, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import { Button } from '#app/components/button.tsx';

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & { label: string; Icon: LucideIcon };

/** A small icon button; its label is the accessible name and the tooltip. */
export const IconButton = ({ label, Icon, className = '', ...rest }: IconButtonProps) => (
  <Button
    Icon={Icon}
    variant="bare"
    size="sm"
    {...rest}
    className={`icon-button--small ${className}`}
    aria-label={label}
    title={label}
  />
);

type MoveButtonsProps = {
  /** Prefix of the button ids, so that the focus can be restored after the move. */
  id: string;
  itemName: string;
  index: number;
  count: number;
  onMove: (to: number, direction: 'up' | 'down') => void;
};

/** Move buttons of a row. At an end of the list the button stays focusable but does nothing, so the focus is not lost. */
export function MoveButtons({ id, itemName, index, count, onMove }: MoveButtonsProps) {
  const renderButton = (direction: 'up' | 'down', to: number, Icon: LucideIcon) => (
    <IconButton
      id={`${id}-${direction}`}
      label={`Move ${direction}: ${itemName}`}
      Icon={Icon}
      aria-disabled={to < 0 || to >= count ? true : undefined}
      onClick={() => to >= 0 && to < count && onMove(to, direction)}
    />
  );
  return (
    <>
      {renderButton('up', index - 1, ChevronUp)}
      {renderButton('down', index + 1, ChevronDown)}
    </>
  );
}

/** Drag handle for pointers. Keyboard users have the move buttons. */
export const DragHandle = (props: Pick<ComponentProps<'span'>, 'onPointerDown'>) => (
  <span className="drag-handle" aria-hidden="true" {...props}>
    <GripVertical className="i" />
  </span>
);
