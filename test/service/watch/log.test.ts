/** How lines are written: JSON, or for people by pino-pretty, and never anything that steers a terminal. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readlinkSync,
  readSync,
  write as writeFile,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../../core/service/watch/log.ts'
import { LogOutput } from '../../../core/service/watch/log-output.ts'
import { findPort } from '../../support/find-port.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

vi.mock('node:fs', async (load) => {
  const found = await load<typeof import('node:fs')>()
  return { ...found, write: vi.fn(found.write) }
})
afterEach(() => void vi.mocked(writeFile).mockClear())

const cli = new URL('../../../dist/cli.js', import.meta.url).pathname

async function write(
  logFormat: 'json' | 'pretty' | 'auto',
  fields: object,
  message: string,
): Promise<string> {
  let text = ''
  const destination = {
    write: (piece: string) => {
      text += piece
    },
  }
  const log = await createLog({ logLevel: 'info', logFormat }, destination)
  log.info(fields, message)
  await expect.poll(() => text).not.toBe('')
  return text
}

it('writes JSON where nobody looks', async () => {
  expect(JSON.parse(await write('auto', { room: 'r' }, 'said'))).toMatchObject({
    level: 30,
    room: 'r',
    msg: 'said',
  })
})

it('writes for people when asked', async () => {
  const text = await write('pretty', { room: 'r' }, 'said')
  expect(text).toMatch(/INFO.*said/)
  expect(text).toContain('room: "r"')
})

it.each(['json', 'pretty'] as const)('writes no control characters as %s', async (format) => {
  const steering = '\u001b[2J\u009b31m\u0007\u202e\u2028end'
  const stack = new Error(`bad ${steering}`)
  const text = await write(format, { room: steering, [`name${steering}`]: 1, err: stack }, `said ${steering}`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  expect(text.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/g) ?? []).toEqual([])
  expect(text).toContain('end')
})

it('keeps a text with backslashes as it is', async () => {
  expect(await write('pretty', {}, 'C:\\u001b and \\\\u009b')).toContain('C:\\u001b and \\\\u009b')
})

it('removes what errors of other packages carry along', async () => {
  const err = Object.assign(new Error('refused'), { headers: { authorization: 'Bearer s3cret' } })
  expect(await write('json', { err, request: { authorization: 'Bearer s3cret' } }, 'failed')).not.toContain(
    's3cret',
  )
})

it.each(['err', 'cause'])('removes secrets of an error that is logged as %s', async (name) => {
  const error = Object.assign(new Error('refused'), { authorization: 's3cret', token: 's3cret' })
  const text = await write('json', { [name]: error }, 'failed')
  expect(text).not.toContain('s3cret')
  expect(text.match(/\[removed\]/g)).toHaveLength(2)
})

describe('a pipe as the output', () => {
  let pipe: number
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'log-pipe-'))
    temporaryFolders.push(folder)
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  })
  afterEach(() => closeSync(pipe))
  const memory = Buffer.alloc(2 ** 16)
  const read = (): string => {
    try {
      return memory.toString('utf8', 0, readSync(pipe, memory))
    } catch {
      return '' // it is empty
    }
  }

  it('gets lines that come soon after each other at once, and in order', async () => {
    const output = new LogOutput(pipe, () => {})
    for (let i = 0; i < 3; i++) output.write(`${i} µs\n`)
    expect(read()).toBe('')
    await expect.poll(read).toBe('0 µs\n1 µs\n2 µs\n')
  })

  it('costs a bounded memory while nobody reads, and tells how many lines were left out', async () => {
    const lost = vi.fn<(lines: number) => void>()
    const output = new LogOutput(pipe, lost)
    const line = `${'x'.repeat(2 ** 20 - 1)}\n`
    const wanted = 12
    for (let i = 0; i < wanted; i++) output.write(line)
    let bytes = 0
    await expect
      .poll(
        () => {
          bytes += read().length
          return lost.mock.calls.length
        },
        { interval: 1 },
      )
      .toBe(1)
    const [[lines = 0] = []] = lost.mock.calls
    expect(lines).toBe(wanted - 8)
    await expect
      .poll(
        () => {
          bytes += read().length
          return bytes
        },
        { interval: 1 },
      )
      .toBe(8 * 2 ** 20)
  })

  it('gets what waited when it can be written again, whatever has failed', async () => {
    const path = `/proc/self/fd/${pipe}`
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    const name = readlinkSync(path)
    closeSync(pipe) // now nobody reads: EPIPE
    const output = new LogOutput(writer, () => {})
    output.write('before\n')
    await expect.poll(() => vi.mocked(writeFile).mock.calls.length).toBeGreaterThan(1)
    pipe = openSync(name, constants.O_RDWR | constants.O_NONBLOCK)
    output.write('after\n')
    let text = ''
    await expect
      .poll(() => {
        text += read()
        return text
      })
      .toBe('before\nafter\n')
    closeSync(writer)
  })
})

it.each(['serve', 'relay'])('%s answers and ends with its log on a full disk', async (command) => {
  const full = openSync('/dev/full', 'w')
  const port = String(await findPort())
  const child = spawn(process.execPath, [cli, command, '--port', port, '--log-level', 'debug'], {
    stdio: ['ignore', full, full],
  })
  closeSync(full)
  try {
    const ask = async () => await fetch(`http://127.0.0.1:${port}/livez`).then(({ status }) => status, String)
    await expect.poll(ask).toBe(200)
    for (let i = 0; i < 100; i++) expect(await ask()).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
