import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Returns a port that nobody listens on. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, as just asked
  server.close()
  await once(server, 'close')
  return port
}
