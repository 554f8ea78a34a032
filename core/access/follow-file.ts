import { stat } from 'node:fs/promises'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import type { Log } from '../domain/log.ts'
import { inTime } from '../files/open-file.ts'
import { readConfigFile } from '../files/read-config-file.ts'

/** A file that is read again when it has changed. */
export interface FollowedFile<Value> {
  /** What it said when it was last right. */
  readonly value: Value
  close(): void
}

/** Which file is followed, and how it is read. */
export interface FollowOptions<Value> {
  readonly path: string
  /** What is in it, in words: "tokens". */
  readonly what: string
  /** @throws `config.invalid` when the text is not what it should be */
  readonly parse: (text: string) => Value | Promise<Value>
  readonly log: Log
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** Called when there is another value. */
  readonly onChange?: () => void
}

const fileBytes = 4 * 2 ** 20
const lookMilliseconds = 1000
/** Two writes within the resolution of a file system's clock leave the same mark. */
const freshMilliseconds = 2000

/**
 * Returns what a file says, and keeps it up to date: once a second the file's mark is looked at (size, times,
 * inode), and when that is another, the file is read. Watching by the system would miss changes on network
 * folders and in containers. A file that is wrong later leaves the former value in use, and a warning in the
 * log.
 * @throws `config.invalid` when the file is wrong now
 */
export async function followFile<Value>(options: FollowOptions<Value>): Promise<FollowedFile<Value>> {
  const { path, what, parse, log, now, onChange } = options
  const toProblem = (error: unknown): SpecimenError => {
    if (error instanceof SpecimenError && error.code === 'config.invalid') return error
    const { message, cause } = toSpecimenError(error)
    return new SpecimenError('config.invalid', `The file of ${what} cannot be read: ${message}`, { cause })
  }
  let mark = await readMark(path, now())
  let text = await readConfigFile(path, what, fileBytes).catch((error: unknown) =>
    Promise.reject(toProblem(error)),
  )
  let value = await parse(text)
  let complaint = ''

  const look = async (): Promise<void> => {
    const found = await readMark(path, now())
    if (found !== undefined && found === mark) return
    const read = await readConfigFile(path, what, fileBytes)
    mark = found
    complaint = ''
    if (read === text) return
    text = read
    value = await parse(read)
    log.info({ file: path }, `the ${what} were read again`)
    onChange?.()
  }
  const complain = (error: unknown): void => {
    const { message } = toProblem(error)
    if (message === complaint) return
    complaint = message
    log.warn({ file: path }, `${message} Those that were read before stay in use.`)
  }
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return // the file system takes longer than usual
    isLooking = true
    look()
      .catch(complain)
      .finally(() => {
        isLooking = false
      })
  }, lookMilliseconds)
  timer.unref()
  return {
    get value() {
      return value
    },
    close: () => clearInterval(timer),
  }
}

/** Returns undefined where a mark says nothing: the file is gone, or was written just now. */
async function readMark(path: string, now: number): Promise<string | undefined> {
  const stats = await inTime(stat(path), path).catch(() => undefined)
  if (!stats || now - stats.mtimeMs < freshMilliseconds) return undefined
  const { dev, ino, size, mtimeMs, ctimeMs } = stats
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ')
}
