import { toShownText } from '../contract/text/visible-text.ts'
import {
  type Config,
  commandOptions,
  readGiven,
  readWorkerGiven,
  tableOf,
  workerOptions,
} from '../options/config.ts'
import { readConfigFile } from '../options/config-file.ts'
import type { OptionValues } from '../options/option.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { endForSure, onHangup, waitForSignal, warnOfUnknownVariables } from './run-until-signal.ts'

/** Runs `worker` until a signal or the relay ends it; returns the exit code. @throws `config.invalid` */
export async function runWorker(
  { argument: relay = '', flags }: CommandLine,
  { streams: { stdout, stderr }, environment }: CommandSurroundings,
): Promise<number> {
  const table = { ...tableOf(commandOptions.worker), ...workerOptions }
  const inFile: Partial<Config & OptionValues<typeof workerOptions>> = readConfigFile(table, {
    flags,
    environment,
    stderr,
  })
  const given = {
    ...inFile,
    ...readGiven(commandOptions.worker, flags, environment),
    ...readWorkerGiven(flags, environment),
  }
  const { id = '', token } = given
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
