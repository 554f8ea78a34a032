import type { Redis } from 'ioredis'
import type { ProgressMessage } from '../../domain/job.ts'
import { isJsonArray, isJsonObject } from '../../domain/json.ts'
import type { Log } from '../../domain/log.ts'
import { isCount } from '../../domain/number.ts'
import { parseMessage } from '../redis/message-text.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { toRunChannel } from '../results/room-keys.ts'
import { parseEnd, type RunEnd } from './run-end.ts'

/** Who hears of a run. All but `left` may be told again, and in part; messages have numbers. */
export interface RunListener {
  /** It has a place, or a place in the queue. */
  onAdmitted?(): void
  /** It has its place. */
  onPlaced?(): void
  /** `after` is the number that the first message would have if none had been skipped. */
  onMessages?(messages: readonly ProgressMessage[], after: number): void
  onEnd(end: RunEnd): void
  /** The last one who waited for it anywhere has left. */
  onLeft(): void
}

/**
 * What hosts tell each other of runs, over one connection for all of them. A lost connection loses words, not
 * facts: those can be read, and whoever listens does so from time to time.
 */
export class RunEvents {
  readonly #redis: Redis
  readonly #prefix: string
  readonly #log: Log
  readonly #channels = new Map<string, Channel>()

  /** `redis` is a connection for subscriptions alone. */
  constructor(redis: Redis, { prefix, log }: { readonly prefix: string; readonly log: Log }) {
    this.#redis = redis
    this.#prefix = prefix
    this.#log = log
    redis.on('message', (channel: string, text: string) => this.#take(channel, text))
  }

  /** Calls a function whenever words may have been missed, as the connection was lost and is back. */
  onReturn(catchUp: () => void): void {
    this.#redis.on('ready', catchUp)
  }

  /**
   * Listens to a run. Returns what ends that; `isListening` resolves when nothing that is said from then on
   * is missed.
   */
  follow(run: string, listener: RunListener): { readonly isListening: Promise<void>; stop(): void } {
    const name = toRunChannel(this.#prefix, run)
    const channel = this.#channels.get(name) ?? this.#open(name)
    channel.listeners.add(listener)
    const stop = (): void => {
      channel.listeners.delete(listener)
      if (channel.listeners.size > 0 || this.#channels.get(name) !== channel) return
      this.#channels.delete(name)
      this.#redis.unsubscribe(name).catch((error: unknown) => this.#warn(error))
    }
    return { isListening: channel.isOpen, stop }
  }

  #open(name: string): Channel {
    const subscribed = this.#redis.subscribe(name).then(() => {})
    const isOpen = subscribed.catch((error: unknown) => this.#warn(error))
    const channel = { listeners: new Set<RunListener>(), isOpen }
    this.#channels.set(name, channel)
    return channel
  }

  #take(name: string, text: string): void {
    const channel = this.#channels.get(name)
    if (!channel) return
    const event = parseEvent(text)
    if (!event) this.#log.warn({ channel: name }, 'a host said of a run what is not understood')
    else for (const listener of [...channel.listeners]) tell(listener, event)
  }

  #warn(error: unknown): void {
    this.#log.debug({ err: error }, 'words of runs may be missed until Redis is back')
  }
}

interface Channel {
  readonly listeners: Set<RunListener>
  readonly isOpen: Promise<void>
}

type RunEvent =
  | { readonly kind: 'admitted' | 'placed' | 'left' }
  | { readonly kind: 'messages'; readonly messages: readonly ProgressMessage[]; readonly after: number }
  | { readonly kind: 'end'; readonly end: RunEnd }

function tell(listener: RunListener, event: RunEvent): void {
  if (event.kind === 'end') listener.onEnd(event.end)
  else if (event.kind === 'messages') listener.onMessages?.(event.messages, event.after)
  else if (event.kind === 'admitted') listener.onAdmitted?.()
  else if (event.kind === 'placed') listener.onPlaced?.()
  else listener.onLeft()
}

function parseEvent(text: string): RunEvent | undefined {
  const value = parseOwnJson(text)
  if (value === undefined || !isJsonObject(value)) return undefined
  for (const kind of ['admitted', 'placed', 'left'] as const) if (value[kind] === true) return { kind }
  const { messages: given, after } = value
  if (isJsonArray(given) && isCount(after)) {
    const messages = given.map(parseMessage)
    return messages.every((message) => message !== undefined)
      ? { kind: 'messages', messages, after }
      : undefined
  }
  const end = value.end === undefined ? undefined : parseEnd(value.end)
  return end && { kind: 'end', end }
}
