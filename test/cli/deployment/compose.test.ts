/** The files of compose: that they fit the host, the image and the sample of nginx, and leave no wall out. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { readGroupSettings } from '../../../core/group/group-settings.ts'
import { type Environment, folder, readCommand, readDeployment, root, version } from './deployment-files.ts'

/** What is read here of a service. */
interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Environment
  readonly volumes?: readonly string[]
  readonly command?: readonly string[]
  readonly depends_on?: { readonly [name: string]: { readonly condition: string } }
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly ports?: readonly string[]
  readonly networks: {
    readonly [name: string]: { readonly ipv4_address?: string; readonly aliases?: readonly string[] }
  }
  readonly read_only: boolean
  readonly tmpfs: readonly string[]
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly mem_limit: string
  readonly pids_limit: number
  readonly stop_grace_period?: string
}
/** What is read here of these files, in the form in which they stand in this repository. */
interface Composed {
  readonly services: { readonly [name: string]: Service }
  readonly networks: { readonly [name: string]: { readonly internal?: boolean } }
}
const schema = CORE_SCHEMA.withTags(mergeTag)
const read = (file: string) => load(readDeployment(file), { schema }) as Composed // the form above
const { services, networks } = read('compose.yaml')
const group = read('compose.group.yaml')
const nginx = readDeployment('nginx.conf')
const guide = readFileSync(join(root, 'OPERATING.md'), 'utf8')

function getService(name: string): Service {
  const service = services[name]
  if (service === undefined) throw new Error(`compose.yaml has no service ${name}`)
  return service
}
const host = getService('specimen-host')
const proxy = getService('nginx')
const config = readCommand(['serve'], host.environment)

const named = [
  ...Object.entries(services),
  ...Object.entries(group.services).map(([name, service]) => [`${name} of a group`, service] as const),
]

describe('each service', () => {
  it.each(named)('%s is enclosed and bounded', (_, service) => {
    expect(service.read_only).toBe(true)
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.pids_limit).toBeGreaterThan(0)
    expect(service.tmpfs.some((mount) => /^\/tmp(:|$)/.test(mount))).toBe(true)
  })

  it.each(named)('%s mounts, read-only, what is there or is made by the guide', (_, { volumes = [] }) => {
    for (const volume of volumes) {
      if (volume === 'redis:/data') continue // a volume of its own, which Redis writes
      const [, name = ''] = /^[.]\/([^:]+):[^:]+:ro$/.exec(volume) ?? []
      const isMade = new RegExp(`^mkdir -p .*\\b${name}\\b`, 'm').test(guide)
      expect(name !== '' && (existsSync(join(folder, name)) || isMade), volume).toBe(true)
    }
  })
})

describe('the host', () => {
  it('is started with options that it takes, by the image of this version', () => {
    expect(config).toMatchObject({ watch: true, publicName: 'lab.example.org' })
    expect(host.image).toBe(`specimen-host:${version}`)
    const { context = '', dockerfile = '' } = host.build ?? {}
    expect(resolve(folder, context)).toBe(root)
    expect(existsSync(join(root, dockerfile))).toBe(true)
  })

  it('finds its files where they are mounted', () => {
    const mounted = host.volumes?.map((volume) => volume.split(':')[1])
    expect([config?.tokens, config?.ticketKey]).toEqual(['/run/access/tokens.txt', '/run/access/ticket.key'])
    expect(mounted).toEqual(['/srv/plugins', '/srv/specimens', '/run/access'])
  })

  it('is reached by way of nginx only, and reaches nobody', () => {
    expect(host.ports).toBeUndefined()
    expect(Object.keys(host.networks).map((name) => networks[name]?.internal)).toEqual([true])
    expect(config?.trustProxy).toBe(proxy.networks.inside?.ipv4_address)
  })

  it('has the time that it takes to stop', () => {
    const { drainDelay = 0, drainTimeout = 0 } = config ?? {}
    expect(Number.parseInt(host.stop_grace_period ?? '', 10)).toBeGreaterThan(drainDelay + drainTimeout + 3)
  })
})

describe('nginx', () => {
  it('leads to the host by its name, under the one that the host knows', () => {
    expect(nginx).toContain('server specimen-host:8000;')
    expect(nginx.match(/server_name \S+;/g)).toEqual(Array(2).fill(`server_name ${config?.publicName};`))
  })

  it('finds its certificate where it is mounted', () => {
    const paths = [...nginx.matchAll(/ssl_certificate(?:_key)? (\S+);/g)].map(([, path = '']) => path)
    expect(paths).toEqual(['/etc/nginx/tls/fullchain.pem', '/etc/nginx/tls/privkey.pem'])
    expect(proxy.volumes).toContain('./tls:/etc/nginx/tls:ro')
    for (const path of paths) expect(guide).toContain(path.split('/').at(-1))
  })
})

describe('a group', () => {
  const { redis, nginx: front, ...others } = group.services
  const hosts = Object.values(others)
  const environment = { ...hosts[0]?.environment, SPECIMEN_GROUP_SECRET: 'a'.repeat(64) }

  it('has three hosts, which differ by their addresses alone', () => {
    expect(hosts).toHaveLength(3)
    const addresses = hosts.map(({ networks }) => `http://${networks.inside?.ipv4_address}:8000`)
    expect(hosts.map((one) => one.environment?.SPECIMEN_PEER_ADDRESS)).toEqual(addresses)
    const common = hosts.map(({ networks: _networks, environment: given, ...service }) => {
      const { SPECIMEN_PEER_ADDRESS: _own, ...same } = given ?? {}
      return { ...service, same }
    })
    expect(new Set(common.map((service) => JSON.stringify(service))).size).toBe(1)
  })

  it('is started with options that hosts take, and a secret that is nowhere but in the environment', () => {
    const config = readCommand(['serve'], environment)
    const settings = config && readGroupSettings(config)
    expect(settings?.redis.hostname).toBe(redis?.networks.inside?.ipv4_address)
    expect(settings?.address).toBe(hosts[0]?.environment?.SPECIMEN_PEER_ADDRESS)
    expect(config?.trustProxy).toBe(front?.networks.inside?.ipv4_address)
    expect(hosts[0]?.environment?.SPECIMEN_GROUP_SECRET).toMatch(/^\$\{SPECIMEN_GROUP_SECRET:\?/)
    expect(hosts[0]?.image).toBe(host.image)
    const { drainDelay = 0, drainTimeout = 0 } = config ?? {}
    expect(Number.parseInt(hosts[0]?.stop_grace_period ?? '', 10)).toBeGreaterThan(
      drainDelay + drainTimeout + 3,
    )
  })

  it('is behind the nginx of one host, which finds all three under its name, and nobody else is reached', () => {
    expect(hosts.map(({ networks }) => networks.inside?.aliases)).toEqual(Array(3).fill(['specimen-host']))
    const { depends_on: _one, networks: _fixed, ...sameAs } = proxy
    expect(front).toMatchObject(sameAs)
    expect(Object.keys(front?.depends_on ?? {})).toEqual(Object.keys(others))
    expect(
      [redis, ...hosts].map((service) => [service?.ports, Object.keys(service?.networks ?? {})]),
    ).toEqual(Array(4).fill([undefined, ['inside']]))
    expect(group.networks.inside?.internal).toBe(true)
  })

  it('has a Redis that evicts nothing, keeps its jobs, and is there before the hosts', () => {
    const flags = redis?.command?.join(' ')
    expect(flags).toContain('--maxmemory-policy noeviction')
    expect(flags).toContain('--appendonly yes --appendfsync everysec')
    expect(redis?.healthcheck?.test).toEqual(['CMD', 'redis-cli', 'ping'])
    expect(hosts[0]?.depends_on).toEqual({ redis: { condition: 'service_healthy' } })
  })
})
