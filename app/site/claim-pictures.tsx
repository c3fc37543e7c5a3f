import { Tick } from './tick.tsx';

/** Two weeks of sample data: visits as an area, orders as bars. */
const VISITS = [38, 44, 41, 52, 60, 47, 43, 58, 72, 96, 84, 77, 90, 104];
const PAID = [2, 3, 2, 4, 5, 3, 3, 4, 7, 11, 8, 7, 9, 12];
const [WIDE, HIGH] = [300, 150];
const xOf = (day: number): number => 10 + (day * (WIDE - 20)) / (VISITS.length - 1);

export function Analytics() {
  const yOf = (visits: number) => HIGH - 14 - visits;
  const line = VISITS.map((visits, day) => `${day ? 'L' : 'M'}${xOf(day).toFixed(1)} ${yOf(visits)}`).join(
    '',
  );
  return (
    <svg className="pic-chart" viewBox={`0 0 ${WIDE} ${HIGH}`}>
      <path className="pic-chart-area" d={`${line}V${HIGH - 14}H10z`} />
      <path className="pic-chart-line" d={line} />
      {PAID.map((paid, day) => (
        <rect
          key={day}
          className="pic-chart-bar"
          x={xOf(day) - 4}
          y={HIGH - 14 - paid * 3}
          width="8"
          height={paid * 3}
          rx="1.5"
        />
      ))}
      <path className="pic-chart-axis" d={`M6 ${HIGH - 14}H${WIDE - 6}`} />
      <circle className="pic-chart-note" cx={xOf(8)} cy={HIGH - 6} r="4" />
    </svg>
  );
}

/** A blog with an embedded checkout. */
export const Embedding = () => (
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

const LEFT = [
  ['02', 'days'],
  ['07', 'hours'],
  ['41', 'minutes'],
] as const;

export const Countdown = () => (
  <div className="pic-countdown">
    {LEFT.map(([figure, unit]) => (
      <span key={unit}>
        <b className="num">{figure}</b>
        {unit}
      </span>
    ))}
  </div>
);

export const CustomFields = () => (
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
        <Tick />
      </span>
      Add a note to the parcel
    </p>
  </div>
);

const PURCHASES = [
  ['Throwing Taller', '$49.00'],
  ['Studio membership', '$12.00'],
] as const;

export const BuyerPortal = () => (
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
export const OwnDomain = () => (
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

export const Refunds = () => (
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

const TOLD = [
  ['order.paid', 'Bookkeeping'],
  ['refund.completed', 'Bookkeeping'],
  ['subscription.renewed', 'Members’ area'],
] as const;

/** Webhook deliveries with their status. */
export const Integrations = () => (
  <div className="pic-told">
    {TOLD.map(([event, to]) => (
      <p key={event}>
        <span className="receipt-type">{event}</span>
        <span className="muted">{to}</span>
        <span className="badge mint">
          <Tick />
          Delivered
        </span>
      </p>
    ))}
  </div>
);
