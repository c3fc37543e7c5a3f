/** Returns the types of all Stripe objects inside a value, in alphabetical order, without lists. */
export const kindsIn = (value: unknown, kinds = new Set<string>()): string[] => {
  if (typeof value === 'object' && value !== null) {
    if ('object' in value && typeof value.object === 'string' && value.object !== 'list')
      kinds.add(value.object);
    for (const inner of Object.values(value)) kindsIn(inner, kinds);
  }
  return [...kinds].toSorted();
};
