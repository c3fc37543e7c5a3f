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

import type { FieldKind } from '#domain/custom-field.ts';

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
