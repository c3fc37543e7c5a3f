/** A check icon with minimal markup, because a page may contain it 18 times. */
export const CheckIcon = () => (
  <svg className="i tick" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M20 6 9 17l-5-5" />
  </svg>
);
