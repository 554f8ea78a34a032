/** Addresses at which a host is to listen: an early check, and errors put into words. */
import { once } from 'node:events'
import { SpecimenError } from '../../../contract/domain/errors.ts'

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

/**
 * Returns `config.invalid`, with the reason and a remedy, for an error of the operating system on listening;
 * any other error unchanged.
 */
export function toListenProblem(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = describe(code, host, port)
  return sentence === null ? error : new SpecimenError('config.invalid', sentence, { cause: error })
}

function describe(code: string, host: string, port: number): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `On ${host}, port ${port} is taken by another program; --port 0 takes a free one.`
    case 'EACCES':
      return (
        `This user may not listen on port ${port}. ` +
        'Take one from 1024 on, and put a proxy before it (--port).'
      )
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
      return (
        `${JSON.stringify(host)} is not an address of this machine, nor a name of one. ` +
        (adviseForm(host) ??
          '--host 127.0.0.1 is for this machine only, --host 0.0.0.0 for everybody who reaches it.')
      )
    default:
      return null
  }
}

/** Returns the flags for an address in a form of URLs: in brackets, with a port or scheme; else null. */
function adviseForm(host: string): string | null {
  const text = `address://${host.replace(/^[a-z]+:\/\//i, '')}` // no port goes without saying in that scheme
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const address = url.hostname.replace(/^\[|\]$/g, '')
  if (address === host.toLowerCase()) return null
  return `Write it alone: --host ${address}${url.port === '' ? '' : ` --port ${url.port}`}.`
}
