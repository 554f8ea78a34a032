import { statSync } from 'node:fs'
import type { Need } from '../../../contract/domain/needs.ts'
import { describeOutOfMemory, stoppingError } from '../run-failure.ts'
import { processCounts } from '../walls/enclose.ts'
import { findGap } from '../walls/find-gap.ts'
import type { Walls } from '../walls/walls.ts'
import type { BundlePoolOptions } from './bundle-pool.ts'
import { toPoolCommand } from './pool-command.ts'
import { type CompartmentWaits, ProcessCompartment } from './process-compartment.ts'

/** The options of a pool that concern its processes. */
export type ProcessSettings = Pick<
  BundlePoolOptions,
  'entry' | 'folder' | 'heapMebibytes' | 'resultBytes' | 'packages' | 'log' | 'ownProgram'
>

/** Starts processes within walls. */
interface Starter {
  readonly walls: Walls
  start(needs: readonly Need[]): ProcessCompartment
}

/** Returns the starter of processes within the given walls. */
function createStarter(walls: Walls, settings: ProcessSettings, waits: CompartmentWaits): Starter {
  const { heapMebibytes, log, ownProgram } = settings
  const outOfMemory = ownProgram?.outOfMemory ?? describeOutOfMemory(heapMebibytes)
  const start = (needs: readonly Need[]): ProcessCompartment => {
    const command = toPoolCommand(walls, settings, needs)
    const isCurrent = walls.enclosure === 'supervisor' ? () => true : createFolderWatch(settings.folder)
    const processes = processCounts[walls.enclosure]
    return new ProcessCompartment({ command, processes, isCurrent, outOfMemory, waits, log })
  }
  return { walls, start }
}

/** The first process of a pool, whose report tests the walls; within standing ones the first spare. */
export class FirstProcess {
  readonly #settings: ProcessSettings
  readonly #waits: CompartmentWaits
  #starter: Starter | undefined
  #compartment: ProcessCompartment | undefined
  #isClosed = false

  constructor(settings: ProcessSettings, waits: CompartmentWaits) {
    this.#settings = settings
    this.#waits = waits
  }

  /** Starts it within walls that may not stand: see `TryOut`. @throws `host.stopping` once it is closed */
  async tryOut(walls: Walls): Promise<string | null> {
    if (this.#isClosed) throw stoppingError()
    let compartment: ProcessCompartment
    try {
      this.#starter = createStarter(walls, this.#settings, this.#waits)
      compartment = this.#starter.start([])
    } catch (error) {
      return String(error)
    }
    this.#compartment = compartment
    const deadline = setTimeout(() => compartment.kill(), this.#waits.start)
    const seen = await compartment.seen
    clearTimeout(deadline)
    if (this.#isClosed) throw stoppingError()
    const reason = typeof seen === 'string' ? seen : findGap(walls.enclosure, seen)
    if (reason !== null) this.take()?.kill()
    return reason
  }

  take(): ProcessCompartment | undefined {
    const compartment = this.#compartment
    this.#compartment = undefined
    return compartment
  }

  startOthers(walls: Walls): Starter {
    return this.#starter?.walls === walls ? this.#starter : createStarter(walls, this.#settings, this.#waits)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const left = this.take()
    left?.kill()
    await left?.gone
  }
}

/**
 * Returns a check that a folder is still the original: cleaners of temporary folders remove it, and the host
 * makes another in its place, which a process with its own mounts does not see.
 */
function createFolderWatch(folder: string): () => boolean {
  const identify = (): number | undefined => statSync(folder, { throwIfNoEntry: false })?.ino
  const seen = identify()
  return () => identify() === seen
}
