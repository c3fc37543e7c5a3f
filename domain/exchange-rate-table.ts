import type { ExchangeRates } from './exchange-rates.ts';
import sampleRates from './sample-exchange-rates.json' with { type: 'json' };

/** Sample rates: the operator provides current rates with FX_RATES_FILE. Rates of pegged currencies are exact. */
export const SAMPLE_RATES: ExchangeRates = sampleRates;
