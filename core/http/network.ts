import { isLoopback } from '../domain/loopback.ts'
import type { ConnectionLimits } from './connection/limit-connections.ts'
import { ClientLimits, type ClientRates } from './request/client-limits.ts'
import { type Origins, parseOrigins } from './request/cors.ts'
import { createHostNames, type HostNames } from './request/host-names.ts'
import { createProxies, type Proxies } from './request/proxies.ts'
import { createPublicPath, type PublicPath } from './request/public-path.ts'

/** What an operator says of the network that a host is in. */
export interface NetworkOptions extends ClientRates {
  /** Where it listens. */
  readonly host: string
  readonly basePath: string | undefined
  readonly publicName: string | undefined
  readonly trustProxy: string | undefined
  readonly corsOrigin: string | undefined
  /** Connections that may be open at a time. */
  readonly connectionLimit: number
  /** Those of one address; undefined for the standard, which counts none of the host's own machine. */
  readonly clientConnections: number | undefined
  /** Bytes that a client must take in a minute of what it asked for; 0 for no limit. */
  readonly readerRate: number
}

const standardClientConnections = 1024

/** How a host stands in its network: under which names and path, behind whom, and who may ask how much. */
export interface Network {
  readonly publicPath: PublicPath
  readonly proxies: Proxies
  readonly names: HostNames
  /** Whose pages may use the API besides the host's own. */
  readonly origins: Origins | undefined
  readonly limits: ClientLimits
  readonly connections: ConnectionLimits
}

/** What the network of a host is made with, besides its options. */
export interface NetworkSurroundings {
  /** The machine's own name. */
  readonly machineName: string
  /** In milliseconds. */
  readonly now: () => number
}

/** Returns the network of a host. @throws `config.invalid` */
export function createNetwork(options: NetworkOptions, { machineName, now }: NetworkSurroundings): Network {
  const { host, basePath, publicName, trustProxy, corsOrigin } = options
  const proxies = createProxies(trustProxy)
  return {
    publicPath: createPublicPath(basePath, trustProxy === undefined ? undefined : proxies),
    proxies,
    names: createHostNames({ address: host, machineName, publicName, proxies }),
    origins: parseOrigins(corsOrigin),
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
