/** Elements of the page, found by id, name and `data-part`. */
export const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector);

export const form = find<HTMLFormElement>('form#pay[data-slug]');
export const payButton = find<HTMLButtonElement>('#pay button.co-pay');
export const emailInput = find<HTMLInputElement>('#email');
export const termsInput = find<HTMLInputElement>('#terms');
export const codeInput = find<HTMLInputElement>('#code');

export const findHiddenInput = (name: string) => find<HTMLInputElement>(`#pay > input[name="${name}"]`);
export const expectedInput = findHiddenInput('expected');
/** Returns the expected total of a price option. */
export const findExpectedInput = (optionId: string) => findHiddenInput(`expected.${optionId}`);
export const couponInput = findHiddenInput('coupon');
/** For a buyer who has already had the free trial. */
export const trialChoice = findHiddenInput('trial') ? { withoutTrial: true } : {};

export const slug = form?.dataset.slug ?? '';

export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: (Node | string)[]
) {
  const created = document.createElement(tag);
  created.className = className;
  created.append(...children);
  return created;
}

export function toggleAttribute(on: boolean, target: Element | null, name: string, value = 'true') {
  if (on) target?.setAttribute(name, value);
  else target?.removeAttribute(name);
}

/** Origin of the embedding page; undefined if the page is not embedded. */
export const hostOrigin = find('script[data-host]')?.dataset.host;
