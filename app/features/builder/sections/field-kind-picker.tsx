import {
  AlignLeft,
  AtSign,
  Calendar,
  ChevronsUpDown,
  CircleDot,
  EyeOff,
  Hash,
  Link,
  Phone,
  SquareCheck,
  Type,
  type LucideIcon,
} from 'lucide-react';
import { useRef } from 'react';

import { Button } from '#app/components/button.tsx';
import { FIELD_KINDS, type FieldKind } from '#domain/custom-field.ts';

import { useEscape } from '../fields/use-escape.ts';
import { KIND_NAMES } from './custom-field-list.ts';

export const KIND_ICONS: Record<FieldKind, LucideIcon> = {
  short: Type,
  long: AlignLeft,
  email: AtSign,
  phone: Phone,
  url: Link,
  number: Hash,
  date: Calendar,
  select: ChevronsUpDown,
  radio: CircleDot,
  checkbox: SquareCheck,
  hidden: EyeOff,
};

type KindPickerProps = { onPick: (kind: FieldKind) => void; onCancel: () => void };

/** Selects the kind of a new custom field. */
export function KindPicker({ onPick, onCancel }: KindPickerProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  useEscape(containerRef, onCancel);
  return (
    <div className="b-inset" ref={containerRef} role="group" aria-label="What do you want to ask for?">
      <b className="small b-strong">What do you want to ask for?</b>
      <div className="b-kinds">
        {FIELD_KINDS.map((kind, index) => {
          const Icon = KIND_ICONS[kind];
          return (
            <button
              key={kind}
              type="button"
              className="key sm"
              autoFocus={index === 0} // oxlint-disable-line jsx-a11y/no-autofocus -- the picker opens for a choice
              onClick={() => onPick(kind)}
            >
              <Icon className="i" aria-hidden="true" />
              {KIND_NAMES[kind].name}
            </button>
          );
        })}
      </div>
      <div className="b-ends">
        <Button variant="bare" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
