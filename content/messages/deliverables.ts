import type { DeliverableKind } from '#domain/deliverable.ts';

/** Names of the kinds of deliverables. */
export const deliverableKindNames: Record<DeliverableKind, string> = {
  file: 'File',
  keys: 'License keys',
  link: 'Private link',
  text: 'Text',
};
