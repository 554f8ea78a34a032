import { accessSync, closeSync, constants, openSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spaces, type WallReport } from '../wall-report.ts'

/** Names a program that the kernel starts as root, outside of all walls. */
const kernelSetting = '/proc/sys/kernel/core_pattern'

/** Returns a report on the walls from inside, before any plugin is loaded. */
export function lookAtWalls(): WallReport {
  return {
    processes: readSpace(spaces.processes),
    network: readSpace(spaces.network),
    canWrite: canWrite(dirname(fileURLToPath(import.meta.url))),
    canTune: canOpen(kernelSetting),
  }
}

/** Returns the name of the namespace; '' where the machine has none. */
function readSpace(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function canOpen(path: string): boolean {
  try {
    closeSync(openSync(path, 'r+'))
    return true
  } catch {
    return false
  }
}
