import { isIP } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'

/** The parts of a machine and its settings by which clients reach a host. */
export interface OwnNameSources {
  readonly machineName: string
  /** The network interfaces as `os.networkInterfaces` lists them. */
  readonly interfaces: { readonly [name: string]: readonly NetworkInterfaceInfo[] | undefined }
  /** The address of `--host`. */
  readonly host: string
  /** The list of `--public-name`, with commas. */
  readonly publicName: string | undefined
}

const namePattern = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/

/**
 * Returns the names and addresses for a certificate of this machine, each once. Of IPv6 only loopback and the
 * address of `--host` are among them: systems make new ones daily, and each would be another certificate.
 */
export function listOwnNames({ machineName, interfaces, host, publicName }: OwnNameSources): string[] {
  const machine = machineName.toLowerCase()
  const [first = ''] = machine.split('.', 1)
  const given = (publicName ?? '').split(',').map((name) => name.trim().toLowerCase())
  const names = ['localhost', machine, first, `${first}.local`, ...given, host.toLowerCase()]
  const addresses = ['127.0.0.1', '::1', ...listReachable(interfaces)]
  const isNamed = (name: string): boolean => {
    if (isIP(name) === 0) return namePattern.test(name)
    return name !== '0.0.0.0' && name !== '::' && !name.includes('%')
  }
  return [...new Set([...names.filter(isNamed), ...addresses])]
}

/** Returns the IPv4 addresses at which other machines may reach this one. */
export function listReachable(interfaces: OwnNameSources['interfaces']): string[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}
