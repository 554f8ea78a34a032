import { isLoopback } from '../../contract/domain/loopback.ts'
import type { ConnectionLimits } from './connection/accept-connections.ts'
import { ClientLimits, type ClientRates } from './request/client-limits.ts'
import { joinOrigins, type Origins, parseOrigins } from './request/cors.ts'
import { createHostNames, type HostNames } from './request/host-names.ts'
import { createProxies, type Proxies } from './request/proxies.ts'
import { createPublicPath, type PublicPath } from './request/public-path.ts'

/** The operator's options for the network of a host. */
export interface NetworkOptions extends ClientRates {
  readonly host: string
  readonly basePath: string | undefined
  readonly publicName: string | undefined
  readonly trustProxy: string | undefined
  readonly corsOrigin: string | undefined
  readonly embedOrigin: string | undefined
  readonly connectionLimit: number
  /** The limit per address; undefined for the default, which exempts the host's own machine. */
  readonly clientConnections: number | undefined
  /** Bytes that a client must read per minute; 0 for no limit. */
  readonly readerRate: number
}

const standardClientConnections = 1024

/** The position of a host in its network: names, path, proxies, origins and rate limits. */
export interface Network {
  readonly publicPath: PublicPath
  readonly proxies: Proxies
  readonly names: HostNames
  /** Those whose pages may use the API. */
  readonly origins: Origins | undefined
  /** Those of them whose pages may also have this host's in a frame. */
  readonly embedders: Origins | undefined
  readonly limits: ClientLimits
  readonly connections: ConnectionLimits
}

/** Returns the network of a host. @throws `config.invalid` */
export function createNetwork(
  options: NetworkOptions,
  { machineName, now }: { readonly machineName: string; readonly now: () => number },
): Network {
  const { host, basePath, publicName, trustProxy } = options
  const embedders = parseOrigins(options.embedOrigin, '--embed-origin')
  const proxies = createProxies(trustProxy)
  return {
    publicPath: createPublicPath(basePath, trustProxy === undefined ? undefined : proxies),
    proxies,
    names: createHostNames(host, { machineName, publicName }, proxies),
    origins: joinOrigins(parseOrigins(options.corsOrigin, '--cors-origin'), embedders),
    embedders,
    limits: new ClientLimits(options, now),
    connections: {
      inAll: options.connectionLimit,
      mayOpen: createAddressLimit(options.clientConnections, proxies),
      readerRate: options.readerRate,
    },
  }
}

function createAddressLimit(given: number | undefined, proxies: Proxies): ConnectionLimits['mayOpen'] {
  const most = given ?? standardClientConnections
  return (address, open) => {
    if (open < most || proxies.isTrusted(address)) return true
    return given === undefined && isLoopback(address)
  }
}
