import type { Redis } from 'ioredis'
import { isJsonObject } from '../../domain/json.ts'
import { isCount } from '../../domain/number.ts'
import { toPeerAddress } from '../group-settings.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { Script } from '../redis/script.ts'

/** The record of a worker by the host that has its link. */
export interface HeldRecord {
  /** The host, as the group knows it. */
  readonly host: string
  /** The address at which other hosts reach it. */
  readonly address: string
  /** Names one start of the worker's process. */
  readonly instance: string
  /** Digest of the catalog. */
  readonly catalog: string
  /** Set while the worker takes requests. */
  readonly isAvailable: boolean
}

/** A worker of the group. */
export interface WorkerRecord extends HeldRecord {
  readonly workerId: string
  /** Grows with each link by which the worker has joined: the highest counts. */
  readonly hold: number
}

/** Milliseconds for which the records are kept without any host. */
const recordLife = 86_400_000

const holdScript = new Script(`
local worker, hold, record, life, channel, isLeft = unpack(ARGV)
local kept = redis.call('HGET', KEYS[1], worker)
local known = kept and tonumber(string.match(kept, '^%d+'))
if hold ~= '0' and known ~= tonumber(hold) then return {0} end
if hold == '0' then hold = redis.call('HINCRBY', KEYS[2], 'holds', 1) end
local told = worker .. ' ' .. hold .. ' ' .. record
if isLeft == '1' then
  redis.call('HDEL', KEYS[1], worker)
  told = worker
else
  redis.call('HSET', KEYS[1], worker, hold .. ' ' .. record)
end
redis.call('PEXPIRE', KEYS[1], life)
redis.call('HINCRBY', KEYS[2], 'workers', 1)
redis.call('PUBLISH', channel, cjson.encode({worker = told}))
return {tonumber(hold)}`)

/**
 * Writes the record of a worker and tells all hosts; a null record removes it. `hold` is 0 for a new link.
 * Returns the number by which the worker is held; 0 when another host holds it.
 */
export async function writeRecord(
  redis: Redis,
  keys: GroupKeys,
  { workerId, hold, record }: { workerId: string; hold: number; record: HeldRecord | null },
): Promise<number> {
  const args = [workerId, hold, record ? formatRecord(record) : '', recordLife, keys.channel, record ? 0 : 1]
  const [given] = await holdScript.run(redis, [keys.workers, keys.group], args)
  return Number(given)
}

/** Returns a record as text. */
export function formatRecord({ host, address, instance, catalog, isAvailable }: HeldRecord): string {
  return JSON.stringify({ host, address, instance, catalog, isAvailable })
}

/** Returns the record that a text of Redis is; undefined for all that is none. */
export function parseRecord(workerId: string, text: string): WorkerRecord | undefined {
  const [, number = '', json = ''] = /^(\d{1,16}) (.*)$/s.exec(text) ?? []
  const found = parseOwnJson(json)
  if (found === undefined || !isJsonObject(found) || !isCount(Number(number))) return undefined
  const { host, address, instance, catalog, isAvailable } = found
  if (typeof host !== 'string' || typeof address !== 'string' || typeof instance !== 'string')
    return undefined
  if (typeof catalog !== 'string' || typeof isAvailable !== 'boolean') return undefined
  if (toPeerAddress(address) !== address) return undefined
  return { workerId, hold: Number(number), host, address, instance, catalog, isAvailable }
}
