/** Chooses the form of a phrase for a number. `one`: for exactly one. */
export const plural = <T extends string>(count: number, forms: { one: T; other: T }): T =>
  count === 1 ? forms.one : forms.other;
