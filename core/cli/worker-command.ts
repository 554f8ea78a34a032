import { toShownText } from '../contract/text/visible-text.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { commandOptions, readGiven, readWorkerGiven } from './options/config.ts'
import { endForSure, onHangup, waitForSignal, warnOfUnknownVariables } from './run-until-signal.ts'

/** Runs `worker` until a signal or the relay ends it; returns the exit code. @throws `config.invalid` */
export async function runWorker(
  { argument: relay = '', flags }: CommandLine,
  { streams: { stdout, stderr }, environment }: CommandSurroundings,
): Promise<number> {
  const { id = '', token } = readWorkerGiven(flags, environment)
  const given = readGiven(commandOptions.worker, flags, environment)
  warnOfUnknownVariables(environment, stderr)
  const { createWorker } = await import('../worker-host.ts')
  const worker = await createWorker({ ...given, relay, id, token })
  const stopped = waitForSignal(worker.abandon)
  onHangup(() => worker.reload(), stderr)
  worker.connected.then(() => stdout.write(`connected to ${relay} as ${id}\n`))
  const end = await Promise.race([worker.ended, stopped])
  await worker.close(typeof end === 'string' ? `${end} received` : end.detail)
  endForSure(stderr)
  if (typeof end === 'string') return 0
  const detail = toShownText(end.detail)
  stderr.write(`specimen: the relay at ${relay} does not take this worker any more: ${detail}\n`)
  return 1
}
