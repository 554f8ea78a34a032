import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { connect, type TLSSocket } from 'node:tls'
import { SpecimenError } from '../../core/contract/domain/errors.ts'

/** A short answer of a host. */
export interface ShortAnswer {
  readonly status: number
  readonly text: string
}

/** The parts of a request to a host whose certificate is known. */
export interface PinnedRequest {
  readonly address: URL
  readonly headers: { readonly [name: string]: string }
  /** The SHA-256 of the certificate, `AB:CD:…`. */
  readonly fingerprint: string
}

/**
 * Sends a GET to the host that has this certificate, by whomever it is signed and for whatever names.
 * @throws `config.invalid` for a host with another one, which gets no request
 */
export async function getPinned({ address, headers, fingerprint }: PinnedRequest): Promise<ShortAnswer> {
  const socket = await connectPinned(address, fingerprint)
  const asked = request(address.href.replace(/^https:/, 'http:'), {
    headers: { ...headers, host: address.host, connection: 'close' },
    createConnection: () => socket,
  }).end()
  const [response] = await once(asked, 'response')
  return { status: response.statusCode, text: await text(response) }
}

async function connectPinned({ hostname, port }: URL, fingerprint: string): Promise<TLSSocket> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  // The comparison below takes the place of Node's own, which would want a known authority.
  const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const found = socket.getPeerCertificate().fingerprint256
  if (found === fingerprint) return socket
  socket.destroy()
  throw new SpecimenError(
    'config.invalid',
    `The certificate at ${host} is not that of the host (its SHA-256 is ${found}). Start this command again.`,
  )
}
