import { randomBytes } from 'node:crypto'
import type { DestinationStream } from 'pino'
import { SpecimenError } from './contract/domain/errors.ts'
import { idRule, isId } from './contract/domain/specimen.ts'
import { describe } from './contract/text/describe.ts'
import type { CodeRegistration, CodeSources } from './engine/catalog/code-function.ts'
import { createEngine } from './engine/engine.ts'
import { toLinkUrl } from './federation/worker/dial.ts'
import { WorkerSide } from './federation/worker/worker-side.ts'
import { type Config, type commandOptions, toConfig } from './options/config.ts'
import { createLog } from './service/watch/log.ts'
import { version } from './version.ts'

/** The parameters of `createWorker`: the relay, the id, options of {@link Config}, code functions. */
export interface WorkerOptions
  extends Partial<{
      -readonly [Name in (typeof commandOptions)['worker'][number]]: Config[Name] | undefined
    }>,
    CodeSources {
  /** Address of the relay: http, https, ws or wss; a path before `/ws/federation` is kept. */
  readonly relay: string
  /** Name at the relay; `[A-Za-z0-9._-]{1,128}`. */
  readonly id: string
  /** The token of this id, when the relay has tokens. */
  readonly token?: string | undefined
  /** Destination of the log, one JSON line an event; standard output when absent. */
  readonly logDestination?: DestinationStream
}

/** A running worker: its link to the relay, and the operations of a program on it. */
export interface WorkerHost extends CodeRegistration {
  readonly connected: Promise<void>
  /** Resolves at the last disconnection with its reason: id taken elsewhere, refusal, or `close`. */
  readonly ended: Promise<{ readonly code: string; readonly detail: string }>
  /** Reads bundles and specimens again and sends changes to the relay. */
  reload(): Promise<void>
  /** Ends within the drain timeout: runs first, then the link. May be called twice. `reason` is logged. */
  close(reason?: string): Promise<void>
  /** As of a host. */
  abandon(): void
}

/**
 * Returns a worker that has read its catalog and dials: a host without a port. @throws `config.invalid`
 *
 * @example
 * import { createWorker } from 'specimen-host'
 *
 * const worker = await createWorker({ relay: 'https://relay.example', id: 'lab-3', plugins: 'dist/plugins' })
 * await worker.connected // its functions are in the relay's catalog now
 * const { detail } = await worker.ended
 * console.log(`The worker has ended: ${detail}`)
 */
export async function createWorker(given: WorkerOptions): Promise<WorkerHost> {
  const { relay, id, token, functions = {}, manifests = [], logDestination, ...values } = given
  if (!isId(id))
    throw new SpecimenError('config.invalid', `The worker id (--id) must be ${idRule} (got ${describe(id)}).`)
  const config = toConfig(values)
  const log = await createLog(config, logDestination)
  const isNamed = { plugins: values.plugins !== undefined, specimens: values.specimens !== undefined }
  toLinkUrl(relay, id) // a wrong address ends the start early
  const engine = await createEngine({ config, log, functions, manifests, isNamed })
  const { catalog, gate, decoder, encoder, registration } = engine
  const worker = new WorkerSide({
    relayUrl: relay,
    id,
    token,
    software: `specimen-host ${version}`,
    instance: randomBytes(16).toString('hex'),
    catalog: {
      get snapshot() {
        return catalog.snapshot
      },
      reload: engine.reload,
    },
    gate,
    decoder,
    places: config.poolSize,
    resultBytes: config.resultBytes,
    dataBytes: config.cacheBytes,
    check: async (result) => await encoder.check(result),
    random: Math.random,
    now: () => performance.now(),
    log,
  })
  worker.start()
  void engine.settle()
  let closing: Promise<void> | undefined
  const close = async (reason: string): Promise<void> => {
    log.info({ reason }, 'stopping')
    await worker.close(config.drainTimeout)
    await engine.close()
    log.info({}, 'stopped')
  }
  return {
    connected: worker.connected,
    ended: worker.ended,
    registerFunction: (name, fn, options) => {
      registration.registerFunction(name, fn, options)
      worker.announce()
    },
    registerSpecimen: (specimen, fn, options) => {
      registration.registerSpecimen(specimen, fn, options)
      worker.announce()
    },
    reload: async () => {
      await engine.reload()
      worker.announce()
    },
    close: (reason = 'asked by the program') => {
      closing ??= close(reason)
      return closing
    },
    abandon: engine.abandon,
  }
}
