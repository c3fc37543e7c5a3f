/** The tick of our icons, in as few bytes as one that stands on a page eighteen times should have. */
export const Tick = () => (
  <svg className="i tick" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M20 6 9 17l-5-5" />
  </svg>
);
