import {
  gibibyte,
  mebibyte,
  number,
  type OptionTable,
  optionalNumber,
  seconds,
  text,
  toggle,
} from './option.ts'

const mostRequests = 1_000_000_000

/** Clients on the host's own machine are counted only by an explicit limit. */
function elsewhere(standard: number): string {
  return `${standard} from other machines`
}

/** Options: limits of requests. */
export const requestOptions = {
  bodyBytes: number({
    default: 256 * 1024,
    unit: 'BYTES',
    min: 1024,
    max: 64 * mebibyte,
    help: 'largest request body',
  }),
  paramsLength: number({
    default: 128 * 1024,
    unit: 'N',
    min: 1024,
    max: 64 * mebibyte,
    help: 'most characters of the parameters of a call, as JSON',
  }),
  requestRate: optionalNumber({
    defaultText: elsewhere(60_000),
    unit: 'N',
    min: 0,
    max: mostRequests,
    help: 'requests a minute of one client (see --trust-proxy); more are answered 429; 0 for no limit',
  }),
  runRate: optionalNumber({
    defaultText: elsewhere(24_000),
    unit: 'N',
    min: 0,
    max: mostRequests,
    help: 'as many of them may run functions or load data',
  }),
  loginRate: optionalNumber({
    defaultText: elsewhere(120),
    unit: 'N',
    min: 0,
    max: mostRequests,
    help: 'wrong tokens a minute from one address',
  }),
  connectionLimit: number({
    default: 8192,
    unit: 'N',
    min: 1,
    max: 1_000_000,
    help: 'connections at a time; one more is answered 503',
  }),
  clientConnections: optionalNumber({
    defaultText: elsewhere(1024),
    unit: 'N',
    min: 1,
    max: 1_000_000,
    help: 'connections at a time from one address',
  }),
  readerRate: number({
    default: 600_000,
    unit: 'BYTES',
    min: 0,
    max: gibibyte,
    help: 'least bytes of its answers that a client must read in a minute, else it is cut off; 0 for none',
  }),
  drainDelay: seconds({
    default: 0,
    min: 0,
    max: 3600,
    help: 'time in which /readyz says that the host will stop and all else goes on, for balancers to notice',
  }),
  drainTimeout: seconds({
    default: 10,
    min: 0,
    max: 3600,
    help: 'time that answers in flight and jobs then get',
  }),
  envelopeMediaType: text({
    default: 'application/x-service-envelope-v1',
    placeholder: 'TYPE',
    help: 'media type of the binary envelope, for deployed clients that know another',
  }),
  legacyClient: toggle({
    help:
      'serve the deployed VR client: whole numbers as numbers with a step of 1 in schemas, and volumes as ' +
      'envelopes of uint8 or float32 where Accept names nothing else',
  }),
} as const satisfies OptionTable
