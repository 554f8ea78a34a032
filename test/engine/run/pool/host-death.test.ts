/** A host that dies leaves no pool process behind, not even one in an endless loop. */
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { encodeFrame } from '../../../../core/contract/wire/frames.ts'
import { toPoolCommand } from '../../../../core/engine/run/pool/pool-command.ts'
import { messages } from '../../../../core/engine/run/pool-message.ts'
import {
  createTestLog,
  getWalls,
  makeReadableFolder,
  toPoolOptions,
} from '../../../interface/runner-harness.ts'
import { isAlive } from '../is-alive.ts'

/**
 * A host in few words: starts the process, sends it one call, and says its id when the function has begun.
 */
const host = `
  const [{ file, args, env }, frame] = JSON.parse(process.argv[1])
  const stdio = ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']
  const child = require('node:child_process').spawn(file, args, { detached: true, env, stdio })
  let said = ''
  child.stdio[3].on('data', (chunk) => {
    said += chunk
    if (said.includes('started')) console.log(child.pid)
  })
  child.stdio[4].write(Buffer.from(frame, 'base64'))
`

const canDie =
  process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0

test.runIf(canDie).each(['prefer', 'off'] as const)(
  'ends a pool process in an endless loop when the host is killed, with --sandbox %s',
  async (sandbox) => {
    const walls = await getWalls(sandbox)
    const folder = makeReadableFolder()
    onTestFinished(() => rmSync(folder, { recursive: true }))
    copyFileSync(new URL('./crash-functions.mjs', import.meta.url), join(folder, 'index.mjs'))
    const call = {
      run: 1,
      folder,
      functionName: 'endlessLoop',
      params: '{}',
      parameters: ['reporter'],
      progress: 'reporter',
    }
    const frame = Buffer.from(
      encodeFrame(messages.call, { ...call, returnType: 'mesh', resultBytes: 1000 }),
    ).toString('base64')
    const command = toPoolCommand(walls, toPoolOptions('process', createTestLog()), [])
    const parent = spawn(process.execPath, ['-e', host, JSON.stringify([command, frame])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text))),
    )
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  },
)
