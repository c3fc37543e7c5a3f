/** Returns the types of all Stripe objects inside a value, in alphabetical order, without lists. */
export const listObjectTypes = (value: unknown, types = new Set<string>()): string[] => {
  if (typeof value === 'object' && value !== null) {
    if ('object' in value && typeof value.object === 'string' && value.object !== 'list') types.add(value.object);
    for (const inner of Object.values(value)) listObjectTypes(inner, types);
  }
  return [...types].toSorted();
};
