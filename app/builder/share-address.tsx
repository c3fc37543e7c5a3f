type Props = { url: string; domainUrl: string; own: boolean; onOwn: (own: boolean) => void };

const readable = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** Selects which of the two URLs of the page is shared. */
export const ShareAddress = ({ url, domainUrl, own, onOwn }: Props) => (
  <fieldset className="b-choice b-share-address">
    <legend className="vh">Address</legend>
    <div className="keys b-seg">
      <label title={domainUrl}>
        <input type="radio" name="share-address" checked={own} onChange={() => onOwn(true)} />
        <span>{readable(domainUrl)}</span>
      </label>
      <label title={url}>
        <input type="radio" name="share-address" checked={!own} onChange={() => onOwn(false)} />
        <span>{readable(url)}</span>
      </label>
    </div>
  </fieldset>
);
