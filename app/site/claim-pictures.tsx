import { CheckIcon } from './tick.tsx';

/** Two weeks of sample data: visits as an area, orders as bars. */
const SAMPLE_VISITS = [38, 44, 41, 52, 60, 47, 43, 58, 72, 96, 84, 77, 90, 104];
const SAMPLE_ORDERS = [2, 3, 2, 4, 5, 3, 3, 4, 7, 11, 8, 7, 9, 12];
const [CHART_WIDTH, CHART_HEIGHT] = [300, 150];
const getX = (day: number): number => 10 + (day * (CHART_WIDTH - 20)) / (SAMPLE_VISITS.length - 1);

export function AnalyticsPicture() {
  const getY = (visits: number) => CHART_HEIGHT - 14 - visits;
  const line = SAMPLE_VISITS.map((visits, day) => `${day ? 'L' : 'M'}${getX(day).toFixed(1)} ${getY(visits)}`).join('');
  return (
    <svg className="pic-chart" viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}>
      <path className="pic-chart-area" d={`${line}V${CHART_HEIGHT - 14}H10z`} />
      <path className="pic-chart-line" d={line} />
      {SAMPLE_ORDERS.map((orders, day) => (
        <rect
          key={day}
          className="pic-chart-bar"
          x={getX(day) - 4}
          y={CHART_HEIGHT - 14 - orders * 3}
          width="8"
          height={orders * 3}
          rx="1.5"
        />
      ))}
      <path className="pic-chart-axis" d={`M6 ${CHART_HEIGHT - 14}H${CHART_WIDTH - 6}`} />
      <circle className="pic-chart-note" cx={getX(8)} cy={CHART_HEIGHT - 6} r="4" />
    </svg>
  );
}

/** A blog with an embedded checkout. */
export const EmbeddingPicture = () => (
  <div className="pic-embed">
    <i className="pic-embed-head" />
    <i />
    <i />
    <div className="pic-embed-page">
      <b />
      <i />
      <i />
      <span />
    </div>
    <i />
  </div>
);

const TIME_LEFT = [
  ['02', 'days'],
  ['07', 'hours'],
  ['41', 'minutes'],
] as const;

export const CountdownPicture = () => (
  <div className="pic-countdown">
    {TIME_LEFT.map(([value, unit]) => (
      <span key={unit}>
        <b className="num">{value}</b>
        {unit}
      </span>
    ))}
  </div>
);

export const CustomFieldsPicture = () => (
  <div className="pic-fields">
    <p>
      <b>T-shirt size</b>
      <span className="in">Medium</span>
    </p>
    <p>
      <b>Name on the certificate</b>
      <span className="in">Ines Okafor</span>
    </p>
    <p className="pic-fields-tick">
      <span className="badge mint">
        <CheckIcon />
      </span>
      Add a note to the parcel
    </p>
  </div>
);

const PURCHASES = [
  ['Throwing Taller', '$49.00'],
  ['Studio membership', '$12.00'],
] as const;

export const BuyerPortalPicture = () => (
  <div className="pic-purchases receipt-type">
    {PURCHASES.map(([name, price]) => (
      <p key={name}>
        <span>{name}</span>
        <span className="dots" />
        <span className="num">{price}</span>
      </p>
    ))}
    <p className="pic-purchases-keys">
      <span>Receipt</span>
      <span>Change card</span>
      <span>Cancel</span>
    </p>
  </div>
);

/** A page on a custom domain. */
export const CustomDomainPicture = () => (
  <div className="pic-domain">
    <p className="receipt-type">
      <i />
      <i />
      <b>pay.marlow-prints.com</b>
    </p>
    <div>
      <b />
      <i />
      <i />
      <span />
    </div>
  </div>
);

export const RefundsPicture = () => (
  <div className="pic-purchases receipt-type">
    <p>
      <span>Throwing Taller</span>
      <span className="dots" />
      <span className="num">$49.00</span>
    </p>
    <p className="pic-refunded">
      <span>Given back</span>
      <span className="dots" />
      <span className="num">−$49.00</span>
    </p>
  </div>
);

const SAMPLE_DELIVERIES = [
  ['order.paid', 'Bookkeeping'],
  ['refund.completed', 'Bookkeeping'],
  ['subscription.renewed', 'Members’ area'],
] as const;

/** Webhook deliveries with their status. */
export const IntegrationsPicture = () => (
  <div className="pic-told">
    {SAMPLE_DELIVERIES.map(([event, recipient]) => (
      <p key={event}>
        <span className="receipt-type">{event}</span>
        <span className="muted">{recipient}</span>
        <span className="badge mint">
          <CheckIcon />
          Delivered
        </span>
      </p>
    ))}
  </div>
);
