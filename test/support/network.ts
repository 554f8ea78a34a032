import { createNetwork, type Network, type NetworkOptions } from '../../core/service/http/network.ts'

/** Returns the network of a host on this machine without limits, and with what is given. */
export function createTestNetwork(options: Partial<NetworkOptions> = {}): Network {
  const none = { basePath: undefined, publicName: undefined, trustProxy: undefined }
  const origins = { corsOrigin: undefined, embedOrigin: undefined }
  const rates = { requestRate: 0, runRate: 0, loginRate: 0 }
  const connections = { connectionLimit: 100, clientConnections: undefined, readerRate: 0 }
  const surroundings = { machineName: 'lab-pc.example.org', now: () => 0 }
  return createNetwork(
    { host: '127.0.0.1', ...none, ...origins, ...rates, ...connections, ...options },
    surroundings,
  )
}
