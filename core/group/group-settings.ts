import { SpecimenError } from '../contract/domain/errors.ts'
import { decodePercent } from '../contract/text/decode-percent.ts'

/** The options of a host that concern its group. */
export interface GroupOptions {
  readonly redis?: string | undefined
  readonly peerAddress?: string | undefined
  readonly groupSecret?: string | undefined
}

/** All that a host of a group knows of it before it has met anybody. */
export interface GroupSettings {
  /** The address of Redis, a Sentinel or a node of a cluster; perhaps with a password: never to be shown. */
  readonly redis: URL
  /** The further Sentinels or nodes, as `host:port`. */
  readonly nodes?: readonly string[]
  /** The address at which the other hosts reach this one, without a slash at the end. */
  readonly address: string
  /** The first signs, all are taken. */
  readonly secrets: readonly [string, ...string[]]
}

const secretLength = 32
const newSecret = 'make one with: openssl rand -hex 32'

/** All that is known of a group by whoever looks at it and is none of its hosts. */
export interface OutsideSettings extends Pick<GroupSettings, 'redis' | 'nodes'> {
  /** The address of the host whose options these are. */
  readonly address?: string
  readonly secrets?: GroupSettings['secrets']
}

/**
 * Returns the settings of a group as they are needed to look at it, undefined when there is none: address and
 * secret may be left out. Looks at texts only: this module loads no package. @throws `config.invalid`
 */
export function readOutsideSettings(options: GroupOptions): OutsideSettings | undefined {
  const { redis, peerAddress, groupSecret } = options
  if (redis === undefined) {
    const [given] = [peerAddress && '--peer-address', groupSecret && 'SPECIMEN_GROUP_SECRET'].filter(Boolean)
    if (given) throw refuse(`${given} is for hosts of a group: give --redis as well, or leave it out.`)
    return undefined
  }
  return {
    ...parseRedis(redis),
    ...(peerAddress !== undefined && { address: parseAddress(peerAddress) }),
    ...(groupSecret !== undefined && { secrets: parseSecrets(groupSecret) }),
  }
}

/** Returns the settings of a host's group, undefined for a host by itself. @throws `config.invalid` */
export function readGroupSettings(options: GroupOptions): GroupSettings | undefined {
  const outside = readOutsideSettings(options)
  if (!outside) return undefined
  const { address = parseAddress(undefined), secrets = parseSecrets(undefined) } = outside
  return { ...outside, address, secrets }
}

/** Returns where a Redis is, without the password that its URL may hold. */
export function showRedis({ protocol, username, host, pathname }: URL): string {
  return `${protocol}//${username && `${username}@`}${host}${pathname}`
}

const redisForms = /^redis(s|-sentinel|s-sentinel)?:$/

/** Nodes are a list behind the user and the password: `URL` knows one alone. */
function parseRedis(given: string): Pick<GroupSettings, 'redis' | 'nodes'> {
  const wanted =
    '--redis must be redis://[user:password@]host:port[/number], the same with host:port,host:port for the ' +
    'nodes of a cluster, or redis-sentinel://[user:password@]host:port,host:port/NAME; rediss… for TLS'
  const [, start = '', hosts = '', rest = ''] = /^([^/]*\/\/(?:[^/]*@)?)([^/@]*)(.*)$/s.exec(given) ?? []
  const [host = '', ...nodes] = hosts.split(',')
  const text = nodes.length > 0 ? start + host + rest : given
  // Nothing of it is shown: the password may be anywhere in what is misspelt.
  const isList = nodes.every((node) => node !== '' && URL.canParse(`redis://${node}`))
  if (!URL.canParse(text) || !isList) throw refuse(`${wanted}; what was given is no URL.`)
  const url = new URL(text)
  const isSentinel = url.protocol.endsWith('-sentinel:')
  if (!redisForms.test(url.protocol)) throw refuse(`${wanted} (it begins with ${url.protocol}//).`)
  if (url.hostname === '') throw refuse(`${wanted}; it names no host.`)
  if (isSentinel && !/^\/[\w.-]+$/.test(url.pathname))
    throw refuse(`${wanted}; it names no Redis that the Sentinels watch.`)
  if (!isSentinel && !/^\/?\d{0,4}$/.test(url.pathname))
    throw refuse(`${wanted}; what follows the port is no number.`)
  if (url.search !== '' || url.hash !== '') throw refuse(`${wanted}, without ? and #.`)
  if (decodePercent(url.username) === undefined || decodePercent(url.password) === undefined)
    throw refuse(`${wanted}; a % in the user or password must be written %25.`)
  return nodes.length > 0 ? { redis: url, nodes } : { redis: url }
}

function parseAddress(text: string | undefined): string {
  if (text === undefined)
    throw refuse(
      '--redis needs --peer-address: where the other hosts of the group reach this one, past any balancer, ' +
        'such as http://10.0.0.5:8000.',
    )
  const address = toPeerAddress(text)
  if (address !== undefined) return address
  const shown = text.includes('@') ? 'one with a user name or password' : JSON.stringify(text)
  throw refuse(`--peer-address must be http://host:port or https://…, without a path (got ${shown}).`)
}

/** Returns the address of a host without a slash at the end; undefined for all that is none. */
export function toPeerAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, href } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined
}

function parseSecrets(text: string | undefined): [string, ...string[]] {
  if (text === undefined)
    throw refuse(`--redis needs SPECIMEN_GROUP_SECRET, the same at all hosts of the group; ${newSecret}`)
  const [first = '', ...others] = text.trim().split(/\s+/)
  const short = [first, ...others].find(({ length }) => length < secretLength)
  if (short !== undefined)
    throw refuse(
      `SPECIMEN_GROUP_SECRET needs ${secretLength} characters at least (got ${short.length}); ${newSecret}`,
    )
  if (others.length > 1)
    throw refuse(
      `SPECIMEN_GROUP_SECRET must be one secret, or a new and an old one with a space between ` +
        `(got ${others.length + 1}).`,
    )
  return [first, ...others]
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('config.invalid', detail)
}
