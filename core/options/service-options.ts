import {
  choice,
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
  host: text('127.0.0.1', 'ADDRESS', 'address to listen on; the default is reachable from this machine only'),
  port: number(8000, 'PORT', [0, 65535], 'port to listen on; 0 takes a free one'),
  basePath: optionalText(
    'PATH',
    'path below which a proxy shows this host, such as /lab; with or without it in requests',
  ),
  publicName: optionalText(
    'NAMES',
    'names by which clients reach this host, with commas; addresses and localhost need not be named',
  ),
  trustProxy: optionalText(
    'ADDRESSES',
    'proxies whose X-Forwarded headers (Prefix, Host, For) count: addresses or networks, with commas',
  ),
  https: toggle('listen with TLS, with a certificate for this machine that is made once and kept'),
  tlsCert: optionalText(
    'FILE',
    'listen with TLS, with this certificate (PEM, authorities behind it); read again when it changes',
  ),
  tlsKey: optionalText('FILE', 'the private key of --tls-cert (PEM, without a passphrase)'),
  tlsFolder: optionalText(
    'DIR',
    'folder of the certificate of --https; without it $STATE_DIRECTORY of systemd, else specimen-host in ' +
      '$XDG_STATE_HOME or ~/.local/state',
  ),
} as const satisfies OptionTable

/** Options: the served contents. */
export const serveOptions = {
  plugins: text('dist/plugins', 'DIR', 'folder of bundles, made by `specimen build`'),
  specimens: text('specimens', 'DIR', 'folder of specimens, each a folder with specimen.json'),
  data: optionalText(
    'DIR',
    'folder of data: each file of a known format in it, and in folders in it, is shown as it is',
  ),
  metadataBytes: number(
    mebibyte,
    'BYTES',
    [1024, 64 * mebibyte],
    'largest specimen.json, with the schema in it; a larger one is left out',
  ),
  followLinks: toggle(
    'also load bundles and specimens whose folder is a link; what lies outside its target stays out',
  ),
  watch: toggle('read the folders again when something in them has changed and is complete'),
  requireSignature: optionalText(
    'FILE',
    'take only bundles signed with a key of this file, a line `<name> <public key>` for each',
  ),
} as const satisfies OptionTable

/** Options: access to a host. */
export const accessOptions = {
  token: secretText(
    'TEXT',
    'require this bearer token on /api (better set as SPECIMEN_TOKEN, which no process list shows)',
  ),
  tokens: optionalText(
    'FILE',
    'require one of the tokens in FILE, which specimen token writes; read again when it changes',
  ),
  allowAnonymous: toggle(
    'let everybody who reaches another address than loopback do everything, without a token',
  ),
  ticketKey: optionalText(
    'FILE',
    'sign tickets with the secret in FILE, else with that of the group or one of this process',
  ),
  jwtKeys: optionalText(
    'FILE|URL',
    'take tokens (JWT) that an identity provider has signed with one of these keys, a JWK Set',
  ),
  jwtIssuer: optionalText('TEXT', 'what their claim iss must be'),
  jwtAudience: optionalText('TEXT', 'what their claim aud must name: this host'),
  jwtScopeClaim: optionalText(
    'CLAIM',
    'the claim with their scopes, such as roles or realm_access.roles; scope, else scp, without it',
  ),
  mcp: choice(
    'auto',
    ['auto', 'on', 'off'],
    'WHEN',
    'serve agents at /mcp (Model Context Protocol): on, off, or auto: only on a loopback address',
  ),
  corsOrigin: optionalText(
    'ORIGINS',
    'origins whose pages may use the API, with commas; * for all, without credentials',
  ),
  embedOrigin: optionalText(
    'ORIGINS',
    'origins whose pages may show specimens, in a frame or as <specimen-view>, and use the API for it',
  ),
} as const satisfies OptionTable

const mostRequests = 1_000_000_000

/** Clients on the host's own machine are counted only by an explicit limit. */
const elsewhere = (standard: number, bounds: readonly [number, number], help: string) =>
  optionalNumber(`${standard} from other machines`, 'N', bounds, help)

/** Options: limits of requests. */
export const requestOptions = {
  bodyBytes: number(256 * 1024, 'BYTES', [1024, 64 * mebibyte], 'largest request body'),
  paramsLength: number(
    128 * 1024,
    'N',
    [1024, 64 * mebibyte],
    'most characters of the parameters of a call, as JSON',
  ),
  requestRate: elsewhere(
    60_000,
    [0, mostRequests],
    'requests a minute of one client (see --trust-proxy); more are answered 429; 0 for no limit',
  ),
  runRate: elsewhere(24_000, [0, mostRequests], 'as many of them may run functions or load data'),
  loginRate: elsewhere(120, [0, mostRequests], 'wrong tokens a minute from one address'),
  connectionLimit: number(8192, 'N', [1, 1_000_000], 'connections at a time; one more is answered 503'),
  clientConnections: elsewhere(1024, [1, 1_000_000], 'connections at a time from one address'),
  readerRate: number(
    600_000,
    'BYTES',
    [0, gibibyte],
    'least bytes of its answers that a client must read in a minute, else it is cut off; 0 for none',
  ),
  drainDelay: seconds(
    0,
    [0, 3600],
    'time in which /readyz says that the host will stop and all else goes on, for balancers to notice',
  ),
  drainTimeout: seconds(10, [0, 3600], 'time that answers in flight and jobs then get'),
  envelopeMediaType: text(
    'application/x-service-envelope-v1',
    'TYPE',
    'media type of the binary envelope, for deployed clients that know another',
  ),
  legacyClient: toggle(
    'serve the deployed VR client: whole numbers as numbers with a step of 1 in schemas, and volumes as ' +
      'envelopes of uint8 or float32 where Accept names nothing else',
  ),
} as const satisfies OptionTable

/** Options: logs, and the destination of traces. */
export const logOptions = {
  logLevel: choice(
    'info',
    ['debug', 'info', 'warn', 'error', 'silent'],
    'LEVEL',
    'least severe log line: debug, info, warn, error or silent',
  ),
  logFormat: choice(
    'auto',
    ['auto', 'json', 'pretty'],
    'FORMAT',
    'how lines are written: json, pretty (needs pino-pretty), or auto: pretty on a terminal',
  ),
  logParams: toggle('write the values of parameters of failed runs to the log, not only their names'),
  otlpEndpoint: optionalText(
    'URL',
    'collector that takes traces by OTLP/HTTP (also OTEL_EXPORTER_OTLP_ENDPOINT); none when left out',
  ),
} as const satisfies OptionTable
