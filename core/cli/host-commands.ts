import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { isEveryAddress, isLoopback } from '../contract/domain/loopback.ts'
import type { OutputStream } from '../contract/text/output-streams.ts'
import { type Config, commandOptions, options, readGiven, tableOf } from '../options/config.ts'
import { readConfigFile } from '../options/config-file.ts'
import { asksForToken } from '../service/access/exposure.ts'
import { checkAddress } from '../service/http/connection/listen-address.ts'
import { createDevFeed } from '../service/http/dev-feed.ts'
import { listReachable, type OwnNameSources } from '../service/tls/own-names.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { readEvents } from './read-events.ts'
import { endForSure, onHangup, waitForSignal, warnOfUnknownVariables } from './run-until-signal.ts'
import { describeSecureAddress } from './secure-address.ts'

/** Runs `serve` or `relay` until a signal ends it; returns the exit code. @throws `config.invalid` */
export async function runHost(
  command: 'serve' | 'relay',
  { flags }: CommandLine,
  { streams: { stdout, stderr }, environment, now, devEvents }: CommandSurroundings,
): Promise<number> {
  const names = commandOptions[command]
  const inFile: Partial<Config> = readConfigFile(tableOf(names), { flags, environment, stderr })
  const given = { ...inFile, ...readGiven(names, flags, environment) }
  warnOfUnknownVariables(environment, stderr)
  await checkAddress(given.host ?? options.host.default, given.port ?? options.port.default)
  const isRelay = command === 'relay'
  const { createHost } = await import('../host.ts')
  const devFeed = devEvents && createDevFeed({ id: randomBytes(8).toString('hex'), now })
  const host = await createHost({ ...given, relay: isRelay, ...(devFeed && { devFeed }) })
  const reader = devFeed && devEvents && readEvents(devEvents, devFeed.add)
  try {
    const ends = [waitForSignal(host.abandon).then((signal) => `${signal} received`)]
    if (reader) ends.push(reader.ended.then(() => 'the dev command has ended'))
    onHangup(() => host.reload(), stderr)
    const address = await host.listen()
    warnIfUnprotected(given, isRelay, stderr)
    stdout.write(`listening on ${address}\n`)
    stderr.write(listOtherAddresses(given.host ?? options.host.default, address, networkInterfaces()))
    if (stderr.isTTY && !devEvents)
      stderr.write(`Open ${address} in a browser; the API is described at ${address}/docs\n`)
    const { certificate } = host
    if (stderr.isTTY && certificate) {
      const place = { host: given.host ?? options.host.default, port: Number(new URL(address).port || 443) }
      const reachable = listReachable(networkInterfaces())
      stderr.write(describeSecureAddress({ ...place, certificate, reachable }))
    }
    await host.close(await Promise.race(ends))
  } finally {
    reader?.close()
    await host.close()
  }
  endForSure(stderr)
  return 0
}

/** Returns a line with the further addresses of a host that listens on all of them; else nothing. */
export function listOtherAddresses(
  host: string,
  address: string,
  interfaces: OwnNameSources['interfaces'],
): string {
  if (!isEveryAddress(host)) return ''
  const { protocol, port } = new URL(address)
  const end = port === '' ? '' : `:${port}`
  const others = listReachable(interfaces).map((ip) => `${protocol}//${ip}${end}`)
  const shown = others.length === 0 ? 'it has no other now' : others.join(', ')
  return `It listens on every address of this machine (--host ${host}): ${shown}\n`
}

function warnIfUnprotected(given: Partial<Config>, isRelay: boolean, stderr: OutputStream): void {
  const { host = options.host.default, allowAnonymous = false, workerTokens, workerTokenList } = given
  if (allowAnonymous && !asksForToken(given) && !isLoopback(host)) {
    const means = 'Everybody who reaches this port can run functions and read results.'
    stderr.write(`WARNING: listening on ${host} without a token (--allow-anonymous). ${means}\n`)
  }
  if (isRelay && workerTokens === undefined && workerTokenList === undefined) {
    const remedy = 'Set --worker-tokens FILE to take others.'
    stderr.write(`No worker tokens are set: only workers on this machine are taken. ${remedy}\n`)
  }
}
