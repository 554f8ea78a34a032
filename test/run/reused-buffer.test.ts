/** The pipe of a child, read into a buffer that all children share. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { reuseBuffer } from '../../core/run/reused-buffer.ts'

const length = 3_000_000

/** Starts a child that writes bytes of one value, and returns its pipe. */
function start(value: number): { readonly child: ChildProcess; readonly pipe: Socket } {
  const program = `const bytes = Buffer.alloc(${length}, ${value})
    for (let at = 0; at < bytes.length; ) at += require('node:fs').writeSync(3, bytes, at)`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const pipe = child.stdio[3]
  if (!(pipe instanceof Socket)) throw new Error('the child has no pipe')
  return { child, pipe: reuseBuffer(pipe) }
}

it('gives all bytes of each child, and takes no memory for them', async () => {
  const memories = new Set<ArrayBufferLike>()
  const read = async (value: number): Promise<number> => {
    const { child, pipe } = start(value)
    let count = 0
    pipe.on('data', (chunk: Buffer) => {
      memories.add(chunk.buffer)
      count += chunk.equals(Buffer.alloc(chunk.length, value)) ? chunk.length : Number.NaN
    })
    await Promise.all([once(child, 'close'), once(pipe, 'close')])
    return count
  }
  expect(await Promise.all([read(1), read(2)])).toEqual([length, length])
  expect(memories.size).toBe(1)
})

it('lets the child wait while it is paused, and goes on', async () => {
  const { child, pipe } = start(3)
  let count = 0
  pipe.on('data', (chunk: Buffer) => {
    count += chunk.length
    pipe.pause()
    setImmediate(() => pipe.resume())
  })
  await Promise.all([once(child, 'close'), once(pipe, 'close')])
  expect(count).toBe(length)
})

it('ends with the child that is killed', async () => {
  const { child, pipe } = start(4)
  pipe.once('data', () => child.kill('SIGKILL'))
  await Promise.all([once(child, 'close'), once(pipe, 'close')])
  expect(child.signalCode).toBe('SIGKILL')
})

it('is the pipe itself where Node keeps it in another way', () => {
  const pipe = new Socket()
  expect(reuseBuffer(pipe)).toBe(pipe)
})
