import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Exchange, RelayOptions } from './exchange.ts'
import { RemoteFile } from './remote-file.ts'

const fileLimit = 64
/** The idle time after which a client with unread bytes may lose its place; a slow line takes some sooner. */
const stalledSeconds = 5

/**
 * Makes a place for one more file of a worker. When all are taken, the client that has been idle for longest
 * loses its own; addresses are not counted, because behind a proxy all clients have the same.
 * @throws `host.busy` when all clients are reading
 */
export function makeFilePlace(
  exchanges: Iterable<Exchange>,
  { workerId, now, log }: Pick<RelayOptions, 'now' | 'log'> & { readonly workerId: string },
): void {
  const files = [...exchanges].filter((exchange) => exchange instanceof RemoteFile)
  if (files.length < fileLimit) return
  const time = now()
  const toSeconds = ({ idleSince = time }: RemoteFile): number => Math.floor((time - idleSince) / 1000)
  const idlest = files.reduce((most, file) => (toSeconds(file) > toSeconds(most) ? file : most))
  const seconds = toSeconds(idlest)
  if (seconds < stalledSeconds) {
    const detail = `${fileLimit} files of worker "${workerId}" are being read`
    throw new SpecimenError('host.busy', `${detail}; try again in a few seconds.`)
  }
  const reason = `The file was not read for ${seconds} s, and another client needed its place.`
  log.warn({ worker: workerId, seconds }, `a client was cut off. ${reason}`)
  idlest.drop(new SpecimenError('host.busy', reason))
}
