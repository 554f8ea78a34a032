import { number, type OptionTable, seconds, text } from '../option.ts'
import { mebibyte } from './units.ts'

/** Options: what requests may take. */
export const requestOptions = {
  bodyBytes: number({
    default: 256 * 1024,
    unit: 'BYTES',
    min: 1024,
    max: 64 * mebibyte,
    help: 'largest request body',
  }),
  drainTimeout: seconds({
    default: 10,
    min: 0,
    max: 3600,
    help: 'time that answers in flight get when the host is asked to stop',
  }),
  envelopeMediaType: text({
    default: 'application/x-service-envelope-v1',
    placeholder: 'TYPE',
    help: 'media type of the binary envelope, for deployed clients that know another',
  }),
} as const satisfies OptionTable
