import {
  gibibyte,
  mebibyte,
  number,
  type OptionTable,
  optionalNumber,
  optionalText,
  seconds,
  secretText,
  text,
  toggle,
} from './option.ts'

/** Options: the address of a host. */
export const whereOptions = {
  host: text({
    default: '127.0.0.1',
    placeholder: 'ADDRESS',
    help: 'address to listen on; the default is reachable from this machine only',
  }),
  port: number({
    default: 8000,
    unit: 'PORT',
    min: 0,
    max: 65535,
    help: 'port to listen on; 0 takes a free one',
  }),
  basePath: optionalText({
    placeholder: 'PATH',
    help: 'path below which a proxy shows this host, such as /lab; with or without it in requests',
  }),
  publicName: optionalText({
    placeholder: 'NAMES',
    help: 'names by which clients reach this host, with commas; addresses and localhost need not be named',
  }),
  trustProxy: optionalText({
    placeholder: 'ADDRESSES',
    help: 'proxies whose X-Forwarded headers (Prefix, Host, For) count: addresses or networks, with commas',
  }),
} as const satisfies OptionTable

/** Options: the served contents. */
export const serveOptions = {
  plugins: text({
    default: 'dist/plugins',
    placeholder: 'DIR',
    help: 'folder of bundles, made by `specimen build`',
  }),
  specimens: text({
    default: 'specimens',
    placeholder: 'DIR',
    help: 'folder of specimens, each a folder with specimen.json',
  }),
  data: optionalText({
    placeholder: 'DIR',
    help: 'folder of data: each file of a known format in it, and in folders in it, is shown as it is',
  }),
  metadataBytes: number({
    default: mebibyte,
    unit: 'BYTES',
    min: 1024,
    max: 64 * mebibyte,
    help: 'largest specimen.json, with the schema in it; a larger one is left out',
  }),
  followLinks: toggle({
    help: 'also load bundles and specimens whose folder is a link; what lies outside its target stays out',
  }),
  watch: toggle({
    help: 'read the folders again when something in them has changed and is complete',
  }),
  requireSignature: optionalText({
    placeholder: 'FILE',
    help: 'take only bundles signed with a key of this file, a line `<name> <public key>` for each',
  }),
} as const satisfies OptionTable

/** Options: access to a host. */
export const accessOptions = {
  token: secretText({
    placeholder: 'TEXT',
    help: 'require this bearer token on /api (better set as SPECIMEN_TOKEN, which no process list shows)',
  }),
  tokens: optionalText({
    placeholder: 'FILE',
    help: 'require one of the tokens in FILE, which specimen token writes; read again when it changes',
  }),
  allowAnonymous: toggle({
    help: 'let everybody who reaches another address than loopback do everything, without a token',
  }),
  ticketKey: optionalText({
    placeholder: 'FILE',
    help: 'sign tickets with the secret in FILE, else with that of the group or one of this process',
  }),
  jwtKeys: optionalText({
    placeholder: 'FILE|URL',
    help: 'take tokens (JWT) that an identity provider has signed with one of these keys, a JWK Set',
  }),
  jwtIssuer: optionalText({ placeholder: 'TEXT', help: 'what their claim iss must be' }),
  jwtAudience: optionalText({ placeholder: 'TEXT', help: 'what their claim aud must name: this host' }),
  jwtScopeClaim: optionalText({
    placeholder: 'CLAIM',
    help: 'the claim with their scopes, such as roles or realm_access.roles; scope, else scp, without it',
  }),
  corsOrigin: optionalText({
    placeholder: 'ORIGINS',
    help: 'origins whose pages may use the API, with commas; * for all, without credentials',
  }),
  embedOrigin: optionalText({
    placeholder: 'ORIGINS',
    help: 'origins whose pages may show specimens, in a frame or as <specimen-view>, and use the API for it',
  }),
} as const satisfies OptionTable

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
