/** Illustration: a page URL becomes a custom domain. */
export const DomainIllustration = () => (
  <p className="dom-picture receipt-type" aria-hidden="true">
    <del>/c/linocut</del>
    <span className="dots" />
    <b>pay.your-name.com</b>
  </p>
);
