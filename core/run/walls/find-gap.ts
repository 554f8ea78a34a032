import { readlinkSync } from 'node:fs'
import type { JsonObject } from '../../domain/json.ts'
import { spaces } from '../wall-report.ts'
import type { Enclosure } from './walls.ts'

/**
 * Returns what is open to a process although its enclosure should close it, by what it says, a `WallReport`;
 * null when nothing is.
 */
export function findGap(enclosure: Enclosure, { processes, network, canWrite }: JsonObject): string | null {
  if (enclosure === 'supervisor') return null
  if (!isSpace(processes) || processes === readlinkSync(spaces.processes))
    return 'it shares the process table'
  if (!isSpace(network) || network === readlinkSync(spaces.network)) return 'it shares the network'
  return canWrite === false ? null : 'it can write to the files of the host'
}

function isSpace(name: unknown): boolean {
  return typeof name === 'string' && name !== ''
}
