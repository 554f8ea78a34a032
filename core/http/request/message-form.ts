import type { IncomingMessage } from 'node:http'
import { SpecimenError } from '../../domain/errors.ts'

/**
 * Returns the refusal of a message that Node's parser accepts although it is no HTTP/1.1 (RFC 9112, 2.3, 3.2
 * and 6.1): a server in front may read it otherwise, and so forward a smuggled request. Its connection is to
 * be closed.
 */
export function findMessageFault({
  httpVersion,
  headers,
  rawHeaders,
}: IncomingMessage): SpecimenError | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    return formError(`The request must be HTTP/1.1 (got ${httpVersion})`)
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined)
    return formError('A request of HTTP/1.0 must not have Transfer-Encoding')
  const hosts = countHosts(rawHeaders)
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined
  return formError(`The request must name its Host once (got it ${hosts} times)`)
}

/** Node keeps the first of several silently. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

function formError(problem: string): SpecimenError {
  return new SpecimenError('request.invalid', `${problem}; send it as HTTP/1.1 has it.`)
}
