/** One address turning into another. */
export const DomainPicture = () => (
  <p className="dom-picture receipt-type" aria-hidden="true">
    <del>/c/linocut</del>
    <span className="dots" />
    <b>pay.your-name.com</b>
  </p>
);
