import { hash as digest } from 'node:crypto'
import { Readable } from 'node:stream'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { resultTypes } from '../../contract/domain/result/result.ts'
import type { AssetAnswer } from '../../contract/domain/specimen.ts'
import { isJsonArray } from '../../contract/values/json.ts'
import { isCount, isFiniteNumber } from '../../contract/values/number.ts'
import type { FarFile, FileSharing, HeldFile } from '../../service/files/file-sharing.ts'
import type { SharedFiles } from '../../service/files/shared-files.ts'
import { broughtPath } from '../../service/http/routes/peer-answers.ts'
import { toPeerAddress } from '../group-settings.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { Script } from '../redis/script.ts'
import { type PeerRequests, readBody } from '../results/peer-request.ts'

/** The dependencies of {@link GroupFiles}. */
export interface GroupFilesOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  /** This host, as the group knows it, and the address at which the others reach it. */
  readonly host: string
  readonly address: string
  readonly requests: PeerRequests
  /** True for this host, and while another gives signs of life. */
  readonly isThere: (host: string) => boolean
  /** Resolves with true for the address of a host that is or was one of the group: others are not asked. */
  readonly isKnown: (host: string, address: string) => Promise<boolean>
}

/** Seconds from some bytes of a file to the next. */
const stallSeconds = 5

const announceScript = new Script(`
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return {}`)

/** The form of an entry's name: its host, then the caller. */
const toField = (host: string, caller: string): string => `${host}:${toOwner(caller)}`
const toOwner = (caller: string): string => digest('sha256', caller, 'base64url').slice(0, 22)

/**
 * The files that callers have brought to the hosts of a group: Redis says which host has one for whom, and
 * the bytes come from there. An entry of a host that is gone counts for nothing, and expires.
 */
export class GroupFiles implements FileSharing {
  readonly #options: GroupFilesOptions
  #own: SharedFiles | undefined

  constructor(options: GroupFilesOptions) {
    this.#options = options
  }

  /** Answers the others for the files of this host from now on. */
  async join(own: SharedFiles): Promise<void> {
    const { connection, keys } = this.#options
    this.#own = own
    await connection.listen(keys.toldFiles, (message) => {
      const told = parseOwnJson(message.toString())
      const [caller, hash] = told !== undefined && isJsonArray(told) ? told : []
      if (typeof caller === 'string' && typeof hash === 'string') own.dropHere(caller, hash)
    })
    await own.announce()
  }

  /** Tells of what is new; of all where Redis may have lost it. */
  tend(isAll = false): void {
    void this.#own?.announce(isAll)
  }

  /** Returns the bytes of a file of this host for another one. */
  async openHere(hash: string, signal: AbortSignal): Promise<AssetAnswer> {
    const answer = await this.#own?.openHere(hash, signal)
    if (answer) return answer
    throw new SpecimenError('file.missing', 'This host has the file no longer; ask again.')
  }

  async announce(files: readonly HeldFile[]): Promise<void> {
    const { connection, keys, host } = this.#options
    await connection.ask(async (redis) => {
      const told = files.map(async (file) => {
        const left = Math.ceil(file.expiresAt - Date.now())
        const args = [toField(host, file.caller), this.#format(file, left), left]
        if (left > 0) await announceScript.run(redis, [keys.file(file.hash)], args)
      })
      await Promise.all(told)
    })
  }

  async find(hash: string): Promise<readonly FarFile[]> {
    const { connection, keys, host, isThere } = this.#options
    const found = await connection.ask((redis) => redis.hgetall(keys.file(hash)))
    return Object.entries(found).flatMap(([field, text]) => {
      const [home = ''] = field.split(':')
      return home === host || !isThere(home) ? [] : this.#parse(home, hash, text)
    })
  }

  async forget(caller: string, hash: string): Promise<boolean> {
    const { connection, keys, isThere } = this.#options
    return await connection.ask(async (redis) => {
      const key = keys.file(hash)
      const fields = (await redis.hkeys(key)).filter((field) => field.endsWith(`:${toOwner(caller)}`))
      if (fields.length === 0) return false
      await redis.hdel(key, ...fields)
      await redis.publish(keys.toldFiles, JSON.stringify([caller, hash]))
      return fields.some((field) => isThere(field.split(':')[0] ?? ''))
    })
  }

  #format({ caller, client, name, bytes, kind }: HeldFile, left: number): string {
    const { address, connection } = this.#options
    return JSON.stringify([address, caller, client, name, bytes, kind, connection.now() + left])
  }

  #parse(home: string, hash: string, text: string): readonly FarFile[] {
    const { connection } = this.#options
    const parsed = parseOwnJson(text)
    const [address, caller, client, name, bytes, given, expires] =
      parsed !== undefined && isJsonArray(parsed) ? parsed : []
    if (typeof address !== 'string' || toPeerAddress(address) !== address) return []
    if (typeof caller !== 'string' || typeof client !== 'string' || typeof name !== 'string') return []
    const kind = resultTypes.find((known) => known === given) ?? null
    if (!isCount(bytes) || !isFiniteNumber(expires) || expires <= connection.now()) return []
    const expiresAt = Date.now() + expires - connection.now()
    const open = async (): Promise<Readable> => await this.#open(home, address, hash)
    return [{ hash, name, bytes, kind, expiresAt, caller, client, open }]
  }

  async #open(home: string, address: string, hash: string): Promise<Readable> {
    const { requests, isKnown } = this.#options
    if (!(await isKnown(home, address))) throw new Error('this address is no host of the group')
    const response = await requests.ask(address + broughtPath + encodeURIComponent(hash))
    if (response.statusCode !== 200) {
      response.resume()
      throw new Error(`it answers ${response.statusCode}`)
    }
    const body = Readable.from(readBody(response, stallSeconds), { objectMode: true, highWaterMark: 1 })
    return body.once('close', () => response.destroy())
  }
}
