import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { isLoopback } from '../../../contract/domain/loopback.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import type { Proxies } from './proxies.ts'

/**
 * The names of a host. A page on the web may point its own name at an address of the reader's network and
 * then read the answers as its own (DNS rebinding); but its requests name it in `Host`. Addresses are always
 * accepted: a page whose name is an address has come from that address.
 */
export interface HostNames {
  /** Refuses a foreign `Host`, also as forwarded by a trusted proxy. @throws `host.unknown` */
  check(request: IncomingMessage): void
  isOwnOrigin(origin: string, request: IncomingMessage): boolean
}

const hostPattern = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(:\d*)?$/i
const namePattern = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/
const shownLength = 200
const takenLimit = 100

/**
 * Returns the names of a host: of its address, its machine and `publicName`, a list with commas.
 * @throws `config.invalid`
 */
export function createHostNames(
  address: string,
  { machineName, publicName }: { readonly machineName: string; readonly publicName: string | undefined },
  proxies: Proxies,
): HostNames {
  const named = parseNames(publicName)
  const known = new Set([...listOwnNames(address, machineName), ...named])
  /** Accepted spellings: checking one takes as long as finding a job. */
  const taken = new Set<string>()
  const listNames = (request: IncomingMessage): readonly string[] => {
    const { host, 'x-forwarded-host': forwarded } = request.headers
    const names = host === undefined ? [] : [host]
    if (forwarded === undefined || !proxies.isFrom(request)) return names
    return [
      ...names,
      ...String(forwarded)
        .split(',')
        .map((name) => name.trim()),
    ]
  }
  const isKnown = (host: string): boolean => {
    const name = toName(host)
    if (!URL.canParse(`http://${host}`)) return false // links begin with it
    return known.has(name) || isAddress(name) || name.endsWith('.localhost')
  }
  return {
    check: (request) => {
      const { host, 'x-forwarded-host': forwarded } = request.headers
      if (host !== undefined && forwarded === undefined && taken.has(host)) return
      const unknown = listNames(request).find((name) => !isKnown(name))
      if (unknown === undefined) {
        if (host !== undefined && host.length <= shownLength && taken.size < takenLimit) taken.add(host)
        return
      }
      const name = cutText(toName(unknown), shownLength)
      throw new SpecimenError(
        'host.unknown',
        `This host does not answer to the name ${JSON.stringify(name)}. ` +
          `Use its address or a name that it has; if this is one, start it with --public-name ${name}.`,
      )
    },
    isOwnOrigin: (origin, request) => {
      const place = origin.toLowerCase().replace(/^https?:\/\//, '')
      return listNames(request).some((host) => host.toLowerCase() === place) || named.includes(toName(place))
    },
  }
}

/** A loopback host has only `localhost`: a foreign network decides the address of the machine's name. */
function listOwnNames(address: string, machineName: string): readonly string[] {
  if (isLoopback(address)) return ['localhost']
  const machine = machineName.toLowerCase()
  const [first = ''] = machine.split('.', 1)
  return ['localhost', address.toLowerCase(), machine, first, `${first}.local`]
}

/** Without the port, and without a final dot. */
function toName(host: string): string {
  const [, name = host] = hostPattern.exec(host) ?? []
  return name.toLowerCase().replace(/\.$/, '')
}

function isAddress(name: string): boolean {
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
}

function parseNames(list: string | undefined): readonly string[] {
  const names = list === undefined ? [] : list.split(',').map((name) => name.trim().toLowerCase())
  const wrong = names.find((name) => !namePattern.test(name))
  if (wrong === undefined) return names
  throw new SpecimenError(
    'config.invalid',
    '--public-name must be names such as lab.example.org, without scheme and port, with commas between ' +
      `them (got ${JSON.stringify(wrong)}).`,
  )
}
