import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

/** One decision that Redis makes in one step: Lua, with what it reads and writes. */
export class Script {
  readonly #lua: string
  readonly #sha: string

  constructor(lua: string) {
    this.#lua = lua
    this.#sha = createHash('sha1').update(lua).digest('hex')
  }

  /** Runs it; what it returns is the caller's to parse. */
  async run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.#sha, keys.length, ...keys, ...args)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return await this.runAtOnce(redis, keys, args)
    }
  }

  /** Runs it before all that is asked from now on, also the first time: its whole text is sent each time. */
  async runAtOnce(
    redis: Redis,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    return await redis.eval(this.#lua, keys.length, ...keys, ...args)
  }
}
