import { listLines, quote } from './change-words.ts';
import type { CustomField } from './custom-field.ts';
import { listChanges } from './list-changes.ts';
import { isSame } from './same.ts';

const fieldOf = ({ label }: CustomField): string => `Field ${quote(label)}`;

function fieldChange([old, now]: [CustomField, CustomField]): string[] {
  const renamed = old.label === now.label ? [] : [`${fieldOf(old)} → ${quote(now.label)}`];
  const asked =
    old.required === now.required
      ? []
      : [`${fieldOf(now)} ${now.required ? 'now required' : 'no longer required'}`];
  const { label, required } = now;
  const otherwise = isSame({ ...old, label, required }, now) ? [] : [`${fieldOf(now)} changed`];
  return [...renamed, ...asked, ...otherwise];
}

/** Describes the differences between two normalized lists of custom fields. */
export function fieldChanges(before: readonly CustomField[], after: readonly CustomField[]): string[] {
  const changes = listChanges(before, after, isSame, ({ id }) => id);
  return [...changes.changed.flatMap(fieldChange), ...listLines(changes, fieldOf, 'Fields')];
}
