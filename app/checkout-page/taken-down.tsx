/** Neutral document of a suspended page; it shows nothing of the page. */
export const SuspendedPage = () => (
  <main className="co-document">
    <div className="co co-plain">
      <div className="co-result">
        <h1>This page has been taken down</h1>
        <p>Nothing can be bought here any more.</p>
        <p>Have you bought something here? Your receipts are kept, and subscriptions go on until you end them.</p>
        <a className="co-2nd" href="/purchases" target="_top">
          Your purchases
        </a>
      </div>
    </div>
  </main>
);

export const suspendedPageMeta = () => [{ title: 'Page taken down' }, { name: 'robots', content: 'noindex' }];
