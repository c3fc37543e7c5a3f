/** Closes the other questions of a section when one opens, for browsers without `<details name>`. */
export function keepOneQuestionOpen(): void {
  document.addEventListener('toggle', closeOthers, true);
}

function closeOthers({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  const open = target.closest('.questions')?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [];
  for (const other of open) if (other !== target) other.open = false;
}
