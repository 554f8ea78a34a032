import { randomBytes } from 'node:crypto'
import { asksForToken } from '../access/exposure.ts'
import { type Config, commandOptions, options, readGiven } from '../config.ts'
import { createDevFeed } from '../dev/dev-feed.ts'
import { readEvents } from '../dev/read-events.ts'
import { isLoopback } from '../domain/loopback.ts'
import type { OutputStream } from '../domain/output-streams.ts'
import { checkAddress } from '../http/connection/listen-address.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { endForSure, onHangup, waitForSignal, warnOfUnknownVariables } from './run-until-signal.ts'

/** Runs `serve` or `relay` until a signal ends it; returns the exit code. @throws `config.invalid` */
export async function runHost(
  command: 'serve' | 'relay',
  { flags }: CommandLine,
  { streams: { stdout, stderr }, environment, now, devEvents }: CommandSurroundings,
): Promise<number> {
  const given = readGiven(commandOptions[command], flags, environment)
  warnOfUnknownVariables(environment, stderr)
  await checkAddress(given.host ?? options.host.default, given.port ?? options.port.default)
  const isRelay = command === 'relay'
  const { createHost } = await import('../host.ts')
  const devFeed = devEvents && createDevFeed({ id: randomBytes(8).toString('hex'), now })
  const host = await createHost({ ...given, relay: isRelay, ...(devFeed && { devFeed }) })
  const reader = devFeed && devEvents && readEvents(devEvents, devFeed.add)
  try {
    const ends = [waitForSignal(host.abandon).then((signal) => `${signal} received`)]
    if (reader) ends.push(reader.ended.then(() => 'specimen dev has ended'))
    onHangup(() => host.reload(), stderr)
    const address = await host.listen()
    warnIfUnprotected(given, isRelay, stderr)
    stdout.write(`listening on ${address}\n`)
    if (stderr.isTTY && !devEvents)
      stderr.write(`Open ${address} in a browser; the API is described at ${address}/docs\n`)
    await host.close(await Promise.race(ends))
  } finally {
    reader?.close()
    await host.close()
  }
  endForSure(stderr)
  return 0
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
