import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a host on which connections break. */
export interface CuttingProxy {
  readonly url: string
  /** Breaks so many connections, each after these bytes of the client, which reach the host. */
  cut(count: number, bytes: number): void
  /** The connections that are still to break. */
  readonly left: number
  close(): void
}

/** Starts a proxy before the host at `target`. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let left = 0
  let most = 0
  let cuts = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const host = connect(Number(new URL(target).port), '127.0.0.1')
    let came = 0
    let since = cuts
    for (const socket of [client, host]) {
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    host.pipe(client)
    host.on('close', () => client.destroy())
    client.on('close', () => host.end())
    client.on('data', (bytes) => {
      if (since !== cuts) came = 0 // a connection that was kept counts from the call of `cut` on
      since = cuts
      const isCut = left > 0 && came + bytes.length > most
      const passed = isCut ? bytes.subarray(0, most - came) : bytes
      came += passed.length
      if (!host.write(passed)) {
        client.pause()
        host.once('drain', () => client.resume())
      }
      if (!isCut) return
      left--
      client.pause()
      host.unpipe(client).resume()
      host.end() // the client loses its connection once the host has read these bytes and ended its own
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('it listens at a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: (count, bytes) => {
      cuts++
      left = count
      most = bytes
    },
    get left() {
      return left
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
