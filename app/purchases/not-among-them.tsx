/** Error page for a purchase with another email address. */
export const PurchaseNotFound = () => (
  <>
    <h1>Not among your purchases</h1>
    <p>
      It is not there, or it was bought with another address. <a href="/purchases">Your purchases</a>
    </p>
  </>
);
