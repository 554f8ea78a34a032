import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { SpecimenError } from '../../../contract/domain/errors.ts'

/** The trusted proxies, whose headers about a client are believed. */
export interface Proxies {
  isTrusted(address: string): boolean
  isFrom(request: IncomingMessage): boolean
  /** Returns the address of the client: the sender's, or the one that trusted proxies name. */
  addressOf(request: IncomingMessage): string
  /** Has {@link addressOf} return an address for a request that another host of the group has passed on. */
  believe(request: IncomingMessage, address: string): void
}

/**
 * Parses a list of proxies.
 * @param list - addresses and networks, separated by commas; undefined for none
 * @throws `config.invalid`
 */
export function createProxies(list: string | undefined): Proxies {
  const proxies = list === undefined ? undefined : parseProxies(list)
  const isTrusted = (address: string): boolean => {
    const family = isIP(address)
    return family !== 0 && proxies?.check(address, family === 6 ? 'ipv6' : 'ipv4') === true
  }
  const believed = new WeakMap<IncomingMessage, string>()
  const addressOf = (request: IncomingMessage): string => {
    const { socket, headers } = request
    const passed = believed.get(request)
    if (passed !== undefined) return passed
    const sender = socket.remoteAddress ?? ''
    const forwarded = headers['x-forwarded-for']
    if (forwarded === undefined || !isTrusted(sender)) return sender
    return findClient([...String(forwarded).split(','), sender].map(toAddress), isTrusted)
  }
  return {
    isTrusted,
    isFrom: ({ socket }) => isTrusted(socket.remoteAddress ?? ''),
    addressOf,
    believe: (request, address) => void believed.set(request, address),
  }
}

/** Returns the last address that is no trusted proxy's: those before it may be forged. */
function findClient(addresses: readonly string[], isTrusted: (address: string) => boolean): string {
  let client = ''
  for (const address of addresses.toReversed()) {
    if (isIP(address) === 0) return client
    client = address
    if (!isTrusted(address)) return client
  }
  return client
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function toAddress(text: string): string {
  const trimmed = text.trim()
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed) ?? []
  return bracketed ?? trimmed.replace(/^([\d.]+):\d+$/, '$1')
}

function parseProxies(text: string): BlockList {
  const proxies = new BlockList()
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', length, ...rest] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const mostBits = family === 'ipv6' ? 128 : 32
    const bits = length === undefined ? mostBits : Number(length)
    const isLength = length === undefined || (/^\d{1,3}$/.test(length) && bits <= mostBits)
    if (isIP(address) === 0 || rest.length > 0 || !isLength) {
      throw new SpecimenError(
        'config.invalid',
        '--trust-proxy must be addresses or networks such as 127.0.0.1, 10.0.0.0/8 ' +
          `(got ${JSON.stringify(entry)}).`,
      )
    }
    proxies.addSubnet(address, bits, family)
  }
  return proxies
}
