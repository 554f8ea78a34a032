import { accessSync, closeSync, constants, openSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spaces, type WallReport } from '../pool-message.ts'

/** Names a program that the kernel starts as root, outside of all walls. */
const kernelSetting = '/proc/sys/kernel/core_pattern'

/** Returns a report on the walls from inside, before any plugin is loaded. */
export function lookAtWalls(): WallReport {
  return {
    // '' where the machine has none.
    processes: attempt(() => readlinkSync(spaces.processes), ''),
    network: attempt(() => readlinkSync(spaces.network), ''),
    canWrite: attempt(
      () => accessSync(dirname(fileURLToPath(import.meta.url)), constants.W_OK) ?? true,
      false,
    ),
    canTune: attempt(() => closeSync(openSync(kernelSetting, 'r+')) ?? true, false),
  }
}

function attempt<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}
