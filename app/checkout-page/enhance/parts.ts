/** Elements of the page, found by id, name and `data-part`. */
export const one = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);

export const form = one<HTMLFormElement>('form#pay[data-slug]');
export const button = one<HTMLButtonElement>('#pay button.co-pay');
export const email = one<HTMLInputElement>('#email');
export const terms = one<HTMLInputElement>('#terms');
export const code = one<HTMLInputElement>('#code');

export const hidden = (name: string) => one<HTMLInputElement>(`#pay > input[name="${name}"]`);
export const expected = hidden('expected');
/** Returns the expected total of a price option. */
export const expectedOf = (plan: string) => hidden(`expected.${plan}`);
export const applied = hidden('coupon');

export const slug = form?.dataset.slug ?? '';

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...inside: (Node | string)[]
) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...inside);
  return made;
}

export function mark(on: boolean, target: Element | null, name: string, value = 'true') {
  if (on) target?.setAttribute(name, value);
  else target?.removeAttribute(name);
}

/** Origin of the embedding page; undefined if the page is not embedded. */
export const host = one('script[data-host]')?.dataset.host;
