import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port that nobody listens on, below those that a system gives to whoever asks for any: only
 * another call of this could have it before its user listens, or while a host is down.
 */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') return false
        throw error
      },
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
