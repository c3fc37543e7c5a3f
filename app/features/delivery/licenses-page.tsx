import { KeyRound, Package } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { SearchField, StateFilter } from '#app/components/list-filters.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { FilterSelect } from '#app/components/select.tsx';
import type { TableColumn } from '#app/components/table.tsx';
import { linkInNewTab } from '#app/components/text-links.tsx';
import { formatDay } from '#app/components/utils/reader-formats.ts';
import { ListPage } from '#app/lib/list-page.tsx';
import { PagesTabs } from '#app/lib/pages-tabs.tsx';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import {
  choiceParam,
  createUrlCodec,
  optionalParam,
  PAGE_PARAM,
  parseUuid,
  urlParam,
  useListUrlState,
  type ListUrlState,
} from '#app/lib/url-state.ts';
import { licenseMessages } from '#content/messages/licenses.ts';
import type { DeliveryRpc } from '#domain/delivery-rpc.ts';
import type { CurrentLicenseState, LicenseRow } from '#domain/entitlement.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';

import { ImportKeysButton, RemoveUnusedKeysButton } from './key-list-buttons.tsx';
import { LicenseDialog } from './license-dialog.tsx';
import { LICENSE_BADGES } from './license-display.ts';

const messages = licenseMessages.list;
const filterMessages = licenseMessages.filters;

type LicenseList = DeliveryRpc['list-licenses']['response'];

const FILTER_STATES = [
  'active',
  'unused',
  'paused',
  'expired',
  'ended',
  'replaced',
] as const satisfies readonly CurrentLicenseState[];

const STATE_OPTIONS = [
  { value: null, label: filterMessages.allStates },
  ...FILTER_STATES.map((value) => ({ value, label: LICENSE_BADGES[value].label })),
];

const URL_CODEC = createUrlCodec(
  {
    search: urlParam('q', '', (text) => text.slice(0, MAX_SEARCH_LENGTH)),
    state: choiceParam('state', FILTER_STATES, null),
    deliverable: optionalParam('deliverable', parseUuid),
    page: PAGE_PARAM,
  },
  { page: 1 },
);

type LicenseListParams = typeof URL_CODEC.defaults;

type FiltersProps = Pick<ListUrlState<LicenseListParams>, 'params' | 'searchText' | 'setSearchText' | 'change'> &
  Pick<LicenseList, 'deliverables'>;

/** Search and filters. The URL stores all of them. */
const LicenseFilters = ({ params, searchText, setSearchText, change, deliverables }: FiltersProps) => (
  <div className="list-filters" role="search">
    <SearchField
      className="list-filters__search"
      aria-label={filterMessages.search.label}
      placeholder={filterMessages.search.placeholder}
      maxLength={MAX_SEARCH_LENGTH}
      value={searchText}
      onValueChange={setSearchText}
    />
    <StateFilter
      className="list-filters__states"
      options={STATE_OPTIONS}
      value={params.state}
      onChange={(state) => change({ state })}
    />
    {(deliverables.length > 1 || params.deliverable !== null) && (
      <div className="list-filters__selects">
        <FilterSelect
          label={filterMessages.product.label}
          placeholder={filterMessages.product.any}
          unknownLabel={filterMessages.product.unknown}
          Icon={Package}
          value={params.deliverable ?? ''}
          options={deliverables.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => change({ deliverable: id || null })}
        />
      </div>
    )}
  </div>
);

const Buyer = ({ orderId, orderNumber, buyerEmail }: LicenseRow) =>
  orderId === null ? (
    <span className="faint">{licenseMessages.notSold}</span>
  ) : (
    <Link to={`/orders/${orderId}`}>
      <bdi>{buyerEmail ?? licenseMessages.noEmail}</bdi>
      {orderNumber !== null && (
        <span className="small faint num"> {licenseMessages.detail.orderLink({ number: orderNumber })}</span>
      )}
    </Link>
  );

const createColumns = (onOpen: (license: LicenseRow) => void): TableColumn<LicenseRow>[] => [
  {
    header: messages.columns.key,
    isRowHeader: true,
    className: 'license-table__key',
    render: (license) => (
      <button type="button" className="link license-key" onClick={() => onOpen(license)}>
        {licenseMessages.ending(license)}
      </button>
    ),
  },
  {
    header: messages.columns.product,
    className: 'license-table__product',
    render: ({ deliverableName }) => <bdi>{deliverableName}</bdi>,
  },
  {
    header: messages.columns.buyer,
    className: 'license-table__buyer',
    render: (license) => <Buyer {...license} />,
  },
  {
    header: messages.columns.devices,
    className: 'license-table__devices num',
    render: ({ activations: used, maxActivations: max, orderId }) =>
      orderId !== null && (
        <>
          <span className="license-table__label">{messages.devicesLabel}</span>
          {licenseMessages.devices({ used, max })}
        </>
      ),
  },
  {
    header: messages.columns.date,
    className: 'license-table__date',
    render: ({ assignedAt, createdAt }) =>
      assignedAt ? (
        formatDay(assignedAt)
      ) : (
        <span className="faint">{messages.added({ date: formatDay(createdAt) })}</span>
      ),
  },
  {
    header: messages.columns.state,
    className: 'license-table__state',
    render: ({ state }) => <Badge {...LICENSE_BADGES[state]} />,
  },
];

const ProgramsNote = () => (
  <p className="small muted licenses-page__note">
    <RichText
      text={messages.programs}
      tags={{ link: linkInNewTab('/developers/licenses'), key: linkInNewTab('/api/v1/licenses/public-key') }}
    />
  </p>
);

/** License keys that were sold, and the unused ones of the seller's lists. */
export function LicensesPage() {
  const listParams = useListUrlState(URL_CODEC);
  const { params, clear } = listParams;
  const [opened, setOpened] = useState<LicenseRow | null>(null);
  const search = params.search.trim();
  const hasFilters = search !== '' || params.state !== null || params.deliverable !== null;
  const query = useRpcQuery('list-licenses', {
    ...(search ? { search } : {}),
    ...(params.state ? { state: params.state } : {}),
    ...(params.deliverable ? { deliverableId: params.deliverable } : {}),
    ...(params.page > 1 ? { page: params.page } : {}),
  });
  const deliverables = query.data?.deliverables ?? [];
  return (
    <>
      <PageHeader title={messages.title}>
        <div className="licenses-page__actions">
          <RemoveUnusedKeysButton deliverable={deliverables.find(({ id }) => id === params.deliverable)} />
          <ImportKeysButton deliverables={deliverables} selectedId={params.deliverable} />
        </div>
      </PageHeader>
      <PagesTabs />
      <ListPage
        messages={messages}
        query={query}
        skeletonRows={6}
        hasEntries={({ count }) => count > 0 || hasFilters}
        illustration={<KeyRound className="i licenses-page__illustration" aria-hidden="true" />}
        filters={(list) => <LicenseFilters {...listParams} deliverables={list.deliverables} />}
        hasFilters={hasFilters}
        search={params.search}
        onClearFilters={clear}
        hint={search !== '' && <p className="muted small">{messages.noMatches.hint}</p>}
        table={{
          className: 'license-table',
          columns: createColumns(setOpened),
          getRows: ({ licenses }) => licenses,
          getKey: ({ id }) => id,
        }}
        getPageParams={(page) => URL_CODEC.toSearchParams({ ...params, page })}
      />
      <ProgramsNote />
      {opened && <LicenseDialog licenseId={opened.id} ending={opened.ending} onClose={() => setOpened(null)} />}
    </>
  );
}
