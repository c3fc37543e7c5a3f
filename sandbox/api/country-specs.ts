import { endpoint, type Resource } from '../call.ts';
import { countries } from '../connected-accounts.ts';
import { listCurrencies } from '../currency-rules.ts';
import { toList } from '../listing.ts';
import { integer, text } from '../params.ts';
import { resourceMissing } from '../problem.ts';

const buildSpec = (country: string, currency: string): object => ({
  id: country,
  object: 'country_spec',
  default_currency: currency,
  supported_bank_account_currencies: { [currency]: [country] },
  supported_payment_currencies: listCurrencies(),
  supported_payment_methods: ['card'],
  supported_transfer_countries: [...countries.keys()],
  verification_fields: {
    company: { additional: [], minimum: [] },
    individual: { additional: [], minimum: [] },
  },
});

export const countrySpecs: Resource = {
  endpoints: [
    endpoint('GET /v1/country_specs/:country', {}, (_call, _params, country) => {
      const currency = countries.get(country);
      if (currency === undefined) throw resourceMissing('country_spec', country, 'country');
      return buildSpec(country, currency);
    }),
    endpoint(
      'GET /v1/country_specs',
      { limit: integer(1, 100), starting_after: text(), ending_before: text() },
      (_call, params) => {
        const all = [...countries].map(([country, currency]) => buildSpec(country, currency));
        const limit = params.limit ?? 10;
        const start = all.findIndex((entry) => 'id' in entry && entry.id === params.starting_after) + 1;
        return toList('/v1/country_specs', all.slice(start, start + limit), all.length > start + limit);
      },
    ),
  ],
};
