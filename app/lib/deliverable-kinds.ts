import { FileText, KeyRound, Link2, TextQuote, type LucideIcon } from 'lucide-react';

import type { DeliverableKind } from '#domain/deliverable.ts';

export const DELIVERABLE_ICONS: Record<DeliverableKind, LucideIcon> = {
  file: FileText,
  keys: KeyRound,
  link: Link2,
  text: TextQuote,
};
