/** compose.yaml: that it fits the host, the image and the sample of nginx, and leaves no wall out. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { type Environment, folder, readCommand, readDeployment, root, version } from './deployment-files.ts'

/** What is read here of a service. */
interface Service {
  readonly image: string
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly environment?: Environment
  readonly volumes: readonly string[]
  readonly ports?: readonly string[]
  readonly networks: { readonly [name: string]: { readonly ipv4_address?: string } }
  readonly read_only: boolean
  readonly tmpfs: readonly string[]
  readonly cap_drop: readonly string[]
  readonly security_opt: readonly string[]
  readonly mem_limit: string
  readonly pids_limit: number
  readonly stop_grace_period?: string
}
const { services, networks } = load(readDeployment('compose.yaml')) as {
  readonly services: { readonly [name: string]: Service }
  readonly networks: { readonly [name: string]: { readonly internal?: boolean } }
} // its form, as it stands in this repository
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

describe('each service of compose.yaml', () => {
  it.each(Object.entries(services))('%s is enclosed and bounded', (_, service) => {
    expect(service.read_only).toBe(true)
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.pids_limit).toBeGreaterThan(0)
    expect(service.tmpfs.some((mount) => /^\/tmp(:|$)/.test(mount))).toBe(true)
  })

  it.each(Object.entries(services))(
    '%s mounts, read-only, what is there or is made by the guide',
    (_, { volumes }) => {
      for (const volume of volumes) {
        const [, name = ''] = /^[.]\/([^:]+):[^:]+:ro$/.exec(volume) ?? []
        const isMade = new RegExp(`^mkdir -p .*\\b${name}\\b`, 'm').test(guide)
        expect(name !== '' && (existsSync(join(folder, name)) || isMade), volume).toBe(true)
      }
    },
  )
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
    const mounted = host.volumes.map((volume) => volume.split(':')[1])
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
