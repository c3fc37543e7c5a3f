type ShareUrlChoiceProps = {
  url: string;
  domainUrl: string;
  isDomainSelected: boolean;
  onDomainSelectedChange: (isDomainSelected: boolean) => void;
};

const formatUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** Selects which of the two URLs of the page is shared. */
export const ShareUrlChoice = ({ url, domainUrl, isDomainSelected, onDomainSelectedChange }: ShareUrlChoiceProps) => (
  <fieldset className="b-choice b-share-address">
    <legend className="vh">Address</legend>
    <div className="keys b-seg">
      <label title={domainUrl}>
        <input
          type="radio"
          name="share-address"
          checked={isDomainSelected}
          onChange={() => onDomainSelectedChange(true)}
        />
        <span>{formatUrl(domainUrl)}</span>
      </label>
      <label title={url}>
        <input
          type="radio"
          name="share-address"
          checked={!isDomainSelected}
          onChange={() => onDomainSelectedChange(false)}
        />
        <span>{formatUrl(url)}</span>
      </label>
    </div>
  </fieldset>
);
