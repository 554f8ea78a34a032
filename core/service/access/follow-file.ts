import { stat } from 'node:fs/promises'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { inTime } from '../../engine/files/open-file.ts'
import { readConfigFile } from '../../engine/files/read-config-file.ts'

/** A file that is read again after changes. */
export interface FollowedFile<Value> {
  readonly value: Value
  close(): void
}

/** The options of following a file. */
export interface FollowOptions<Value> {
  readonly path: string
  /** The content, in words: "tokens". */
  readonly what: string
  /** @throws `config.invalid` for an invalid text */
  readonly parse: (text: string) => Value | Promise<Value>
  readonly log: Log
  readonly now: () => number
  readonly onChange?: () => void
}

const fileBytes = 4 * 2 ** 20
const lookMilliseconds = 1000
/** Two writes within the resolution of a file system's clock leave the same mark. */
const freshMilliseconds = 2000

/**
 * Reads a file and keeps its value up to date: the file's mark (size, times, inode) is compared once a
 * second, and a changed file is read. Watching by the system would miss changes on network folders and in
 * containers. An invalid change keeps the former value and logs a warning.
 * @throws `config.invalid` when the file is invalid now
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

/** Returns undefined where a mark is useless: the file is gone, or was written just now. */
async function readMark(path: string, now: number): Promise<string | undefined> {
  const stats = await inTime(stat(path), path).catch(() => undefined)
  if (!stats || now - stats.mtimeMs < freshMilliseconds) return undefined
  const { dev, ino, size, mtimeMs, ctimeMs } = stats
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ')
}
