import { Link } from 'react-router';

import { Badge } from '#app/ui/badge.tsx';
import { CopyAddress } from '#app/ui/copy-key.tsx';
import { utcText } from '#app/ui/utc-time.tsx';
import type { PageSummary, Takings } from '#domain/calls.ts';
import { moneyText } from '#domain/money.ts';

import { addressOf, lookOf, nameOf } from './page-look.ts';
import { PageMenu, type RowActs } from './page-menu.tsx';
import { PageThumb } from './page-thumb.tsx';

/** Shows a dash and reads a word to screen readers. */
function None({ word }: { word: string }) {
  return (
    <span className="faint">
      <span aria-hidden="true">–</span>
      <span className="vh">{word}</span>
    </span>
  );
}

/** Column name for screen readers: the visible header is not connected to the cells. */
const Column = ({ name }: { name: string }) => <span className="vh">{name} </span>;

/** One line per currency. */
function Taken({ takings }: { takings: readonly Takings[] }) {
  if (takings.length === 0) return <None word="No revenue yet" />;
  return takings.map(({ currency, amount }) => (
    <span key={currency} className={amount < 0 ? 'neg' : undefined}>
      {moneyText(amount, currency)}
    </span>
  ));
}

function Changed({ iso }: { iso: string }) {
  const [day, time] = utcText(iso).split(', ');
  return (
    <time dateTime={iso} className="num">
      <span>
        {day}
        <span className="page-comma">,</span>
      </span>{' '}
      <span className="faint">{time} UTC</span>
    </time>
  );
}

/** URL of the page, or a note that it has none yet. */
function Whereabouts({ page }: { page: PageSummary }) {
  const address = addressOf(page);
  if (address) return <CopyAddress url={address} />;
  return <p className="small faint">No address yet</p>;
}

type Props = { page: PageSummary; busy: boolean; fresh: boolean } & RowActs;

/** Row of a page; the link covers the whole row except the buttons. */
export function PageRow({ page, busy, fresh, onAct, onAsk }: Props) {
  const { count, takings } = page.sales;
  return (
    <li className="page-row" aria-busy={busy || undefined} data-fresh={fresh || undefined}>
      <PageThumb {...page.thumbnail} />
      <div className="page-name">
        <h2 className="h3" dir="auto">
          <Link to={`/builder?page=${page.id}`}>{nameOf(page)}</Link>
        </h2>
        <Whereabouts page={page} />
      </div>
      <div className="page-facts">
        <div className="page-state">
          <Column name="State" />
          <Badge {...lookOf(page)} />
          {page.state === 'changed' && <span className="small faint">Edits not public</span>}
        </div>
        <p className="page-price num">
          <Column name="Price" />
          {page.priceText || <None word="No price yet" />}
        </p>
        <p className="page-count num">
          {count > 0 ? count : <None word="No sales" />}
          {count > 0 && <span className="page-count-word"> {count === 1 ? 'sale' : 'sales'}</span>}
        </p>
        <p className="page-taken num">
          <Column name="Revenue" />
          <Taken takings={takings} />
        </p>
        <p className="page-changed small">
          <span className="page-changed-word">Changed </span>
          <Changed iso={page.updatedAt} />
        </p>
      </div>
      <div className="page-acts">
        <PageMenu page={page} onAct={onAct} onAsk={onAsk} />
      </div>
    </li>
  );
}
