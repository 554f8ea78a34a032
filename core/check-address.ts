import { once } from 'node:events'
import { toListenProblem } from './listen-problem.ts'

/**
 * Resolves when a host could listen there now: an early check before slow work. Takes about a millisecond.
 * @throws `config.invalid` when it could not
 */
export async function checkAddress(host: string, port: number): Promise<void> {
  const { createServer } = await import('node:net') // most commands of authors need not load it
  const server = createServer((socket) => socket.destroy())
  try {
    await once(server.listen({ host, port }), 'listening')
  } catch (error) {
    throw toListenProblem(error, host, port)
  }
  await new Promise((resolve) => server.close(resolve))
}
