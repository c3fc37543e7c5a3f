import { endpoint, type Resource } from '../call.ts';
import { countries } from '../connected-accounts.ts';
import { knownCurrencies } from '../currency-rules.ts';
import { listOf } from '../listing.ts';
import { integer, text } from '../params.ts';
import { noSuch } from '../problem.ts';

const spec = (country: string, currency: string): object => ({
  id: country,
  object: 'country_spec',
  default_currency: currency,
  supported_bank_account_currencies: { [currency]: [country] },
  supported_payment_currencies: knownCurrencies(),
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
      if (currency === undefined) throw noSuch('country_spec', country, 'country');
      return spec(country, currency);
    }),
    endpoint(
      'GET /v1/country_specs',
      { limit: integer(1, 100), starting_after: text(), ending_before: text() },
      (_call, params) => {
        const all = [...countries].map(([country, currency]) => spec(country, currency));
        const limit = params.limit ?? 10;
        const from = all.findIndex((entry) => 'id' in entry && entry.id === params.starting_after) + 1;
        return listOf('/v1/country_specs', all.slice(from, from + limit), all.length > from + limit);
      },
    ),
  ],
};
