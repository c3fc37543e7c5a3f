import { describeListChanges, quoteText } from './change-words.ts';
import type { CustomField } from './custom-field.ts';
import { listChanges } from './list-changes.ts';
import { isDeepEqual } from './same.ts';

const formatField = ({ label }: CustomField): string => `Field ${quoteText(label)}`;

function describeFieldChange([previous, current]: [CustomField, CustomField]): string[] {
  const renamed = previous.label === current.label ? [] : [`${formatField(previous)} → ${quoteText(current.label)}`];
  const requiredChange =
    previous.required === current.required
      ? []
      : [`${formatField(current)} ${current.required ? 'now required' : 'no longer required'}`];
  const { label, required } = current;
  const otherChange = isDeepEqual({ ...previous, label, required }, current) ? [] : [`${formatField(current)} changed`];
  return [...renamed, ...requiredChange, ...otherChange];
}

/** Describes the differences between two normalized lists of custom fields. */
export function describeFieldChanges(before: readonly CustomField[], after: readonly CustomField[]): string[] {
  const changes = listChanges(before, after, isDeepEqual, ({ id }) => id);
  return [...changes.changed.flatMap(describeFieldChange), ...describeListChanges(changes, formatField, 'Fields')];
}
