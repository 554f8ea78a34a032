import { readlinkSync } from 'node:fs'
import type { JsonObject } from '../../../contract/values/json.ts'
import { spaces } from '../pool-message.ts'
import type { Enclosure } from './walls.ts'

/** Returns a gap in an enclosure according to the `WallReport` of its process; null for none. */
export function findGap(enclosure: Enclosure, seen: JsonObject): string | null {
  if (enclosure === 'supervisor') return null
  const { processes, network, canWrite, canTune } = seen
  if (!isSpace(processes) || processes === readlinkSync(spaces.processes))
    return 'it shares the process table'
  if (!isSpace(network) || network === readlinkSync(spaces.network)) return 'it shares the network'
  if (canWrite !== false) return 'it can write to the files of the host'
  return canTune === false ? null : 'it can change settings of the kernel'
}

function isSpace(name: unknown): boolean {
  return typeof name === 'string' && name !== ''
}
