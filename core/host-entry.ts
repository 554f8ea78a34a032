/** The way into a host: access, network, certificate, and the port. */
import { hostname, networkInterfaces } from 'node:os'
import type { Log } from './contract/domain/log.ts'
import { type GroupSettings, readGroupSettings } from './group/group-settings.ts'
import type { OpenedParts } from './opened-parts.ts'
import type { Config } from './options/config.ts'
import { type Access, openAccess } from './service/access/access.ts'
import { toListenProblem } from './service/http/connection/listen-address.ts'
import { createNetwork, type Network } from './service/http/network.ts'
import type { Server } from './service/http/server.ts'
import { requireAgents } from './service/mcp/open-agents.ts'
import { openCertificate, type ServedCertificate } from './service/tls/open-certificate.ts'
import { version } from './version.ts'

/** The way into a host: who may use it, its place in the network, and its certificate. */
export interface HostEntry {
  readonly access: Access
  readonly network: Network
  /** Undefined for a single host. */
  readonly settings: GroupSettings | undefined
  /** Undefined for HTTP without TLS. */
  readonly certificate: ServedCertificate | undefined
}

/** The parameters of {@link openEntry}. */
export interface EntryOptions {
  readonly log: Log
  /** Returns milliseconds that never go back. */
  readonly clock: () => number
  /** Gets each part that is opened. */
  readonly parts: OpenedParts
}

/** Resolves with the way into a host; a group's secret signs its tickets. @throws `config.invalid` */
export async function openEntry(config: Config, { log, clock, parts }: EntryOptions): Promise<HostEntry> {
  await requireAgents(config)
  const settings = readGroupSettings(config)
  const network = createNetwork(config, { machineName: hostname(), now: clock })
  const access = await openAccess(config, { log, now: Date.now, ticketSecrets: settings?.secrets })
  parts.add(() => access.close())
  if (network.origins === '*' && !access.asksToken)
    log.warn(
      {},
      'The pages of every origin can run functions and read results here; ' +
        'set --token, or list origins in --cors-origin and --embed-origin.',
    )
  const certificate = await openCertificate(config, {
    log,
    now: Date.now,
    machineName: hostname(),
    listInterfaces: networkInterfaces,
    environment: process.env,
  })
  if (certificate) parts.add(() => certificate.close())
  return { access, network, settings, certificate }
}

/** Starts to listen; returns the address with its scheme. @throws `config.invalid` when it cannot be had */
export async function listen({ app, isSecure }: Server, { host, port }: Config, log: Log): Promise<string> {
  try {
    // For localhost Fastify opens a second server, on ::1, which would be without TLS and without limits.
    const plain = await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port })
    const address = isSecure ? plain.replace(/^http:/, 'https:') : plain
    log.info({ address, host, version }, 'started')
    return address
  } catch (error) {
    throw toListenProblem(error, host, port)
  }
}
