/**
 * Files in a folder in which others write: what is no regular file, what lies elsewhere, and what is swapped
 * meanwhile.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { closeFile, inTime, isAbsent, openFile, readWhole } from '../../../core/engine/files/open-file.ts'
import {
  type Confinement,
  openInside,
  useByDescriptor,
  useByPath,
  useFolder,
} from '../../../core/engine/files/open-inside.ts'

let root: string
let folder: string
const tooLarge = (detail: string) => new SpecimenError('metadata.invalid', detail)
const read = async (name: string, more: Partial<Confinement> = {}, use = useFolder): Promise<string> =>
  await use({ folder, ...more }, async (open) => {
    const file = await open(name)
    try {
      return (await readWhole(file, { shown: name, byteLimit: 100, createError: tooLarge })).toString()
    } finally {
      closeFile(file)
    }
  })

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'open-inside-'))
  folder = join(root, 'inside')
  mkdirSync(join(folder, 'deep'), { recursive: true })
  writeFileSync(join(folder, 'file'), 'ours')
  writeFileSync(join(root, 'secret'), 'secret')
})
afterEach(() => rmSync(root, { recursive: true }))

describe.each([
  ['by its descriptor', useByDescriptor],
  ['by its path', useByPath],
])('a file that is opened %s', (_way, use) => {
  it('is read when it lies inside, also by a link that stays inside', async () => {
    symlinkSync('../file', join(folder, 'deep', 'link'))
    expect([await read('file', {}, use), await read('deep/link', {}, use)]).toEqual(['ours', 'ours'])
    expect(await read('deep/../file', {}, use)).toBe('ours')
  })

  it('is refused, and named, when it is no regular file', async () => {
    execFileSync('mkfifo', [join(folder, 'fifo')])
    symlinkSync('/dev/zero', join(folder, 'zero'))
    const server = createServer().listen(join(folder, 'socket'))
    await once(server, 'listening')
    await expect(read('fifo', {}, use)).rejects.toThrow('fifo must be a regular file (got a FIFO)')
    await expect(read('deep', {}, use)).rejects.toThrow('deep must be a regular file (got a folder)')
    await expect(read('zero', {}, use)).rejects.toThrow('zero must be a regular file (got a device)')
    await expect(read('socket', {}, use)).rejects.toThrow('socket cannot be opened')
    server.close()
  })

  it.each([
    ['a link', 'link'],
    ['a folder that is a link', 'out/secret'],
    ['dots', '../secret'],
  ])('is refused when %s leads outside', async (_what, name) => {
    symlinkSync(join(root, 'secret'), join(folder, 'link'))
    symlinkSync(root, join(folder, 'out'))
    await expect(read(name, {}, use)).rejects.toMatchObject({
      code: 'file.missing',
      message: expect.stringContaining('inside'),
    })
  })

  it('is refused in a linked folder, unless links are followed, and then confined to its target', async () => {
    symlinkSync(folder, join(root, 'linked'))
    symlinkSync(join(root, 'secret'), join(folder, 'link'))
    await expect(read('file', { folder: join(root, 'linked') }, use)).rejects.toThrow('--follow-links')
    expect(await read('file', { folder: join(root, 'linked'), followLinks: true }, use)).toBe('ours')
    await expect(read('link', { folder: join(root, 'linked'), followLinks: true }, use)).rejects.toThrow(
      'inside',
    )
  })

  it('is absent when it is not there', async () => {
    const error = await read('nothing', {}, use).catch((reason: unknown) => reason)
    expect([isAbsent(error), isAbsent(new Error('else'))]).toEqual([true, false])
  })
})

describe('a file that is swapped for a link to the outside, and back, while it is asked for', () => {
  /** Swaps by rename, every few turns of the loop, until it is told to stop. */
  const swap = (name: string, target: string): (() => void) => {
    const place = join(folder, name)
    let isOver = false
    let ticks = 0
    let turn = 0
    const next = (): void => {
      if (isOver) return
      setImmediate(next)
      if (ticks++ % 5 !== 0) return
      const staged = join(root, `staged-${turn}`)
      if (turn++ % 2 === 0) symlinkSync(target, staged)
      else writeFileSync(staged, 'ours')
      renameSync(staged, place)
    }
    next()
    return () => {
      isOver = true
    }
  }

  it.each([
    ['by its descriptor', useByDescriptor],
    ['by its path', useByPath],
  ])('is never another, opened %s', async (_way, use) => {
    const stop = swap('file', join(root, 'secret'))
    const answers = { ours: 0, refused: 0, secret: 0 }
    for (let i = 0; i < 600; i++) {
      const text = await read('file', {}, use).catch(() => 'refused')
      answers[text as keyof typeof answers]++
    }
    stop()
    expect(answers.secret).toBe(0)
    expect(answers.ours).toBeGreaterThan(0)
    expect(answers.refused).toBeGreaterThan(0)
  })
})

it.each(['file', 'deep/file'])(
  'several files are of one folder, also when it is replaced between them (%s)',
  async (name) => {
    const pair = await useFolder({ folder }, async (open) => {
      closeFile(await open('file'))
      renameSync(folder, join(root, 'before'))
      mkdirSync(join(folder, 'deep'), { recursive: true })
      for (const place of ['file', 'deep/file']) {
        writeFileSync(join(folder, place), 'new')
        writeFileSync(join(root, 'before', place), 'ours')
      }
      const file = await open(name)
      const text = await readWhole(file, { shown: name, byteLimit: 100, createError: tooLarge })
      closeFile(file)
      return [text.toString(), await read(name)]
    })
    expect(pair).toEqual(['ours', 'new'])
  },
)

it('a folder that is a link to nowhere is named, not taken for one without the file', async () => {
  symlinkSync(join(root, 'nowhere'), join(root, 'linked'))
  const error = await openInside({ folder: join(root, 'linked'), followLinks: true }, 'file').catch(
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ message: '"linked" is a link that leads to no folder.' })
  expect(isAbsent(error)).toBe(false)
})

describe('reading', () => {
  it('ends at the limit, whatever the file system says of the size', async () => {
    writeFileSync(join(folder, 'large'), 'x'.repeat(101))
    await expect(read('large')).rejects.toThrow('large has more than 100 bytes')
    const file = await openFile('/proc/self/status') // announces 0 bytes
    await expect(readWhole(file, { shown: 'status', byteLimit: 10, createError: tooLarge })).rejects.toThrow(
      'more than 10 bytes',
    )
    closeFile(file)
  })

  it.each([0, 1, 4096, 262_143, 262_144, 262_145, 524_288, 600_000])(
    'gives all of %i bytes, and what a file has grown by in the meantime or not',
    async (size) => {
      const bytes = Buffer.from(Array.from({ length: size }, (_, i) => i % 251))
      const limits = { shown: 'file', byteLimit: 10 ** 6, createError: tooLarge }
      writeFileSync(join(folder, 'file'), bytes)
      const whole = await openFile(join(folder, 'file'))
      expect((await readWhole(whole, limits)).equals(bytes)).toBe(true)
      const grown = await openFile(join(folder, 'file'))
      appendFileSync(join(folder, 'file'), 'more')
      expect((await readWhole(grown, limits)).equals(Buffer.concat([bytes, Buffer.from('more')]))).toBe(true)
      truncateSync(join(folder, 'file'), 0)
      expect((await readWhole(whole, limits)).length).toBe(0)
      for (const file of [whole, grown]) closeFile(file)
    },
  )

  it('reads a file that announces no bytes', async () => {
    const file = await openFile('/proc/version')
    const text = await readWhole(file, { shown: 'version', byteLimit: 10_000, createError: tooLarge })
    closeFile(file)
    expect(text.toString()).toBe(readFileSync('/proc/version', 'utf8'))
  })

  it('is given up when the file system does not answer', async () => {
    vi.useFakeTimers()
    const waiting = inTime(new Promise(() => {}), 'far/away', 30)
    const refused = expect(waiting).rejects.toThrow('did not answer for far/away within 30 seconds')
    vi.advanceTimersByTime(30_000)
    await refused
    vi.useRealTimers()
  })
})
