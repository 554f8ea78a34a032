/**
 * The contract of the Runner port, run against every implementation: in code, in processes, in threads and,
 * later, at the far end of a link. What an implementation cannot promise it declares; nothing else may
 * differ.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import type { FunctionManifest } from '../../core/contract/domain/manifest.ts'
import { checkElements } from '../../core/contract/domain/result/check-elements.ts'
import { listArrays, type MeshResult, type Result } from '../../core/contract/domain/result/result.ts'
import type { Runner } from '../../core/engine/run/runner.ts'
import { call, fail, firstMessage, toFunctionManifest } from './runner-harness.ts'

/** The module that an implementation must serve, with `check` as its element check. */
export const contractModule = new URL('./runner-functions.mjs', import.meta.url)
export const contractManifests: readonly FunctionManifest[] = [
  toFunctionManifest('mesh', 'mesh', ['scale']),
  toFunctionManifest('painted', 'mesh', []),
  toFunctionManifest('paintedWrong', 'mesh', []),
  toFunctionManifest('ball', 'mesh', []),
  toFunctionManifest('volume', 'volume', []),
  toFunctionManifest('points', 'point_cloud', []),
  toFunctionManifest('image', 'image', []),
  toFunctionManifest('told', 'mesh', ['first', 'reporter', 'second', 'toString']),
  toFunctionManifest('counts', 'mesh', ['to', 'reporter']),
  ...['fractions', 'chatty', 'longText', 'waits', 'lingers'].map((name) =>
    toFunctionManifest(name, 'mesh', ['reporter']),
  ),
  ...[
    'empty',
    'later',
    'throws',
    'rejects',
    'throwsNull',
    'throwsText',
    'rejectsUndefined',
    'unreadable',
    'nothing',
  ].map((name) => toFunctionManifest(name, 'mesh', [])),
  ...['misfit', 'view'].map((name) => toFunctionManifest(name, 'mesh', [])),
  toFunctionManifest('reused', 'mesh', ['value']),
]

export interface RunnerUnderTest {
  readonly runner: Runner
  close(): Promise<void>
}

export interface Differences {
  /** The code of every failure, and what its detail says of the function. */
  readonly code: 'function.failed' | 'file.undecodable'
  readonly nameFunction: (name: string) => string
  /** Whether only so many runs have a place, and only so many wait. */
  readonly isBounded: boolean
}

/** How many runs a bounded runner takes. */
export interface Bounds {
  readonly places: number
  readonly queueLimit: number
}

/** Declares the suite. `open` gets the element check to use, which refuses a `scale` of 13. */
export function describeRunner(
  name: string,
  open: (check: (result: Result) => Promise<void>, bounds: Bounds) => Promise<RunnerUnderTest>,
  { code, nameFunction, isBounded }: Differences,
): void {
  describe(`Runner: ${name}`, () => {
    let opened: RunnerUnderTest
    let runner: Runner
    beforeAll(async () => {
      const check = async (result: Result) => {
        checkElements(result)
        if (listArrays(result).some((array) => array.includes(13)))
          throw new SpecimenError('function.failed', 'thirteen is refused')
      }
      opened = await open(check, { places: 2, queueLimit: 10 })
      runner = opened.runner
    })
    afterAll(() => opened.close())

    test('takes one array for vertices and normals, as a sphere may have it', async () => {
      const array = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1])
      expect(await call(runner, 'ball')).toEqual({
        type: 'mesh',
        vertices: array,
        indices: new Uint32Array([0, 1, 2]),
        normals: array,
      })
    })

    const rules = '[result.mesh] [result.volume] [result.point_cloud] [result.image]'
    test(`resolves with a typed result of each return type ${rules}`, async () => {
      expect(await call(runner, 'mesh', { params: { scale: 3 } })).toEqual({
        type: 'mesh',
        vertices: new Float32Array([0, 0, 0, 3, 0, 0, 0, 3, 0]),
        indices: new Uint32Array([0, 1, 2]),
      })
      expect(await call(runner, 'painted')).toEqual({
        type: 'mesh',
        vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
        indices: new Uint32Array([0, 1, 2]),
        normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]),
        colors: new Uint8Array([255, 0, 0, 0, 255, 0, 1, 2, 3]),
      })
      await expect(call(runner, 'paintedWrong')).rejects.toMatchObject({
        code,
        message: expect.stringContaining('colors must have 9 elements (got 8)'),
      })
      const data = new Int16Array([1, -2, 3, -4])
      expect(await call(runner, 'volume')).toEqual({
        type: 'volume',
        shape: [1, 2, 2],
        dtype: 'int16',
        data,
        spacing: [1, 2, 3],
        origin: [0, 0, 0.5],
      })
      expect(await call(runner, 'points')).toMatchObject({
        type: 'point_cloud',
        colors: new Uint8Array([9, 8, 7]),
        scalars: new Float32Array([0.5]),
      })
      const pixels = new Uint16Array([300, 65535])
      expect(await call(runner, 'image')).toEqual({
        type: 'image',
        width: 2,
        height: 1,
        channels: 1,
        dtype: 'uint16',
        data: pixels,
      })
      expect(await call(runner, 'empty')).toMatchObject({
        vertices: new Float32Array(0),
        indices: new Uint32Array(0),
      })
    })

    test('awaits an async function', async () => {
      expect(await call(runner, 'later')).toMatchObject({ type: 'mesh' })
    })

    test('puts only a result’s own bytes into shared memory when it views a large buffer', async () => {
      const { vertices } = (await call(runner, 'view')) as MeshResult // as its manifest says
      expect(vertices.buffer).toBeInstanceOf(SharedArrayBuffer)
      expect(vertices.buffer.byteLength).toBeLessThan(64)
      expect([...vertices]).toEqual([0, 0, 0])
    })

    test('keeps a result as it was when the function rewrites its array later', async () => {
      // As its manifest says.
      const first = (await call(runner, 'reused', { params: { value: 1 } })) as MeshResult
      await call(runner, 'reused', { params: { value: 2 } })
      expect([...first.vertices]).toEqual([1, 1, 1])
    })

    test('passes parameters by position, the reporter in its place, undefined for absent ones', async () => {
      const said: string[] = []
      await call(runner, 'told', {
        params: { second: [1, { a: 'ü' }], first: 'x' },
        report: (text) => said.push(text),
      })
      expect(said).toEqual([
        JSON.stringify({ first: 'x', second: [1, { a: 'ü' }], third: 'undefined', type: 'undefined' }),
      ])
    })

    test('passes every message in order before it resolves [jobs.6]', async () => {
      const said: string[] = []
      await call(runner, 'counts', { params: { to: 100 }, report: (text) => said.push(text) })
      expect(said).toEqual(Array.from({ length: 100 }, (_, i) => `step ${i}`))
    })

    test('passes fractions from 0 to 1 with their texts, and leaves out what is none', async () => {
      const said: [string, number | undefined][] = []
      await call(runner, 'fractions', { report: (text, fraction) => said.push([text, fraction]) })
      expect(said.map(([text]) => text)).toEqual([...Array.from({ length: 14 }, (_, i) => `${i}`), 'plain'])
      expect(said.slice(0, 5).map(([, fraction]) => fraction)).toEqual([0, 0.25, 1, 0, Number.MIN_VALUE])
      expect(said.slice(5).map(([, fraction]) => fraction)).toEqual(new Array(10).fill(undefined))
    })

    test('passes no message after the end, when the function goes on reporting', async () => {
      const said: string[] = []
      await call(runner, 'chatty', { report: (text) => said.push(text) })
      await call(runner, 'later')
      await call(runner, 'later')
      expect(said).toEqual(['in time'])
    })

    test('cuts a message at 2,000 characters', async () => {
      const said: string[] = []
      await call(runner, 'longText', { report: (text) => said.push(text) })
      expect(said.map(({ length }) => length)).toEqual([2000])
    })

    test('keeps the messages of runs apart when they run at the same time', async () => {
      const said: [string[], string[]] = [[], []]
      await Promise.all(
        said.map((list, i) =>
          call(runner, 'counts', { params: { to: 20 + i }, report: (text) => list.push(text) }),
        ),
      )
      expect(said.map(({ length }) => length)).toEqual([20, 21])
    })

    test.each([
      ['throws', 'the radius is below zero'],
      ['rejects', 'the grid is empty'],
      ['throwsNull', 'It threw null'],
      ['throwsText', 'It threw "no luck"'],
      ['rejectsUndefined', 'It threw undefined'],
      ['unreadable', 'It threw a value that cannot be read'],
      ['nothing', 'The function must return a mesh object (got undefined)'],
      ['misfit', 'vertices must have a multiple of 3 elements (got 4)'],
    ])('fails, naming the function and what was wrong, when it %s', async (name, text) => {
      const error = await fail(runner, name)
      expect(error).toMatchObject({ code })
      expect(error.message).toContain(nameFunction(name))
      expect(error.message).toContain(text)
      expect(error.message).not.toContain('.mjs:') // no stack
    })

    test('keeps the stack as the cause when the function throws', async () => {
      const { cause } = await fail(runner, 'throws')
      expect(cause instanceof Error ? cause.stack : cause).toContain('RangeError: the radius is below zero\n')
    })

    test('fails with the function’s name when the element check refuses', async () => {
      const error = await fail(runner, 'mesh', { params: { scale: 13 } })
      expect(error).toMatchObject({ code })
      expect(error.message).toContain('thirteen is refused')
      expect(error.message).toContain(nameFunction('mesh'))
    })

    test('admits a run once, before its first message', async () => {
      const said: string[] = []
      const options = {
        params: { to: 2 },
        report: (text: string) => said.push(text),
        onAdmitted: () => said.push('admitted'),
      }
      await call(runner, 'counts', options)
      expect(said).toEqual(['admitted', 'step 0', 'step 1'])
    })

    test('admits no run whose signal has aborted before', async () => {
      const said: string[] = []
      const say = { report: (text: string) => said.push(text), onAdmitted: () => said.push('admitted') }
      const options = { params: { to: 1 }, signal: AbortSignal.abort(), ...say }
      expect(await fail(runner, 'counts', options)).toMatchObject({ code: 'run.cancelled' })
      expect(said).toEqual([])
    })

    test('rejects with run.cancelled when the signal aborts, and sends nothing more [jobs.3]', async () => {
      const stop = new AbortController()
      const { said, end } = firstMessage(runner, 'waits', { signal: stop.signal })
      await said
      stop.abort()
      expect(await end).toMatchObject({ code: 'run.cancelled' })
      expect(await call(runner, 'mesh')).toMatchObject({ type: 'mesh' })
    })

    test.each(['mesh', 'throws'])(
      'says once that nothing of a run is left when it ends by itself (%s)',
      async (name) => {
        let releases = 0
        const released = new Promise<void>((resolve) => {
          const onReleased = () => {
            releases++
            resolve()
          }
          call(runner, name, { onReleased }).catch(() => {}) // how it fails is another test's business
        })
        await released
        await call(runner, 'later')
        expect(releases).toBe(1)
      },
    )

    test('says once that nothing of a run is left when it was aborted', async () => {
      const stop = new AbortController()
      let releases = 0
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const onReleased = () => {
        releases++
        release()
      }
      const { said, end } = firstMessage(runner, 'lingers', { signal: stop.signal, onReleased })
      await said
      stop.abort()
      expect(await end).toMatchObject({ code: 'run.cancelled' })
      await released
      await call(runner, 'later')
      expect(releases).toBe(1)
    })

    test.each(isBounded ? [0, 1, 3] : [])(
      'takes as many runs as it has places and %i more, and leaves nothing of those it refuses',
      async (queueLimit) => {
        const bounded = await open(async () => {}, { places: 1, queueLimit })
        const stop = new AbortController()
        const events: string[] = []
        const released: Promise<void>[] = []
        const ask = (i: number) => {
          const options = {
            roomId: `room ${i}`,
            signal: stop.signal,
            onAdmitted: () => events.push(`admitted ${i}`),
          }
          const heard = { report: () => events.push(`heard ${i}`) }
          return new Promise<string>((resolve) => {
            const over = (onReleased: () => void) =>
              fail(bounded.runner, 'waits', { ...options, ...heard, onReleased }).then(({ code }) =>
                resolve(code),
              )
            released.push(new Promise(over))
          })
        }
        const asked = Array.from({ length: queueLimit + 3 }, (_, i) => ask(i))
        const taken = Array.from({ length: queueLimit + 1 }, (_, i) => i)
        expect(await Promise.all(asked.slice(queueLimit + 1))).toEqual(['host.busy', 'host.busy'])
        expect(events.filter((event) => event.startsWith('admitted'))).toEqual(
          taken.map((i) => `admitted ${i}`),
        )
        stop.abort()
        expect(await Promise.all(asked.slice(0, queueLimit + 1))).toEqual(taken.map(() => 'run.cancelled'))
        expect(
          events.some((event) => [`heard ${queueLimit + 1}`, `heard ${queueLimit + 2}`].includes(event)),
        ).toBe(false)
        await Promise.all(released)
        expect(await call(bounded.runner, 'mesh')).toMatchObject({ type: 'mesh' })
        await bounded.close()
      },
    )
  })
}
