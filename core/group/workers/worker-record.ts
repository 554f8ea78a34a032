import { isJsonObject } from '../../domain/json.ts'
import { toPeerAddress } from '../group-settings.ts'
import { parseOwnJson } from '../redis/own-json.ts'

/** What the host that holds a worker's link says of it. */
export interface HeldRecord {
  /** The host, as the group knows it. */
  readonly host: string
  /** Where other hosts reach it. */
  readonly address: string
  /** Which start of the worker's process it is. */
  readonly instance: string
  /** Digest of what the worker shows. */
  readonly catalog: string
  /** Whether the worker takes what it is asked. */
  readonly isAvailable: boolean
}

/** A worker as the directory has it. */
export interface WorkerRecord extends HeldRecord {
  readonly workerId: string
  /** Another number for each link that a worker has joined with, always a higher one: the highest counts. */
  readonly hold: number
}

/** Returns what a host writes of a worker. */
export function writeHeld({ host, address, instance, catalog, isAvailable }: HeldRecord): string {
  return JSON.stringify({ host, address, instance, catalog, isAvailable })
}

/** Returns what the directory has of a worker; undefined for what no host of this version writes. */
export function parseWorkerRecord(workerId: string, text: string): WorkerRecord | undefined {
  const [, number, json] = /^(\d{1,16}) (.*)$/s.exec(text) ?? []
  const found = json === undefined ? undefined : parseOwnJson(json)
  if (found === undefined || !isJsonObject(found)) return undefined
  const { host, address, instance, catalog, isAvailable } = found
  if (typeof host !== 'string' || typeof address !== 'string' || typeof instance !== 'string')
    return undefined
  if (typeof catalog !== 'string' || typeof isAvailable !== 'boolean') return undefined
  if (toPeerAddress(address) !== address) return undefined
  return { workerId, hold: Number(number), host, address, instance, catalog, isAvailable }
}
