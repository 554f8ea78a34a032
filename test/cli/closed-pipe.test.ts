/** Commands whose reader has seen enough, as in `specimen explain plugins | head -1`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ball, createFolder } from '../build/temporary-plugins.ts'

const cli = new URL('../../dist/cli.js', import.meta.url).pathname

/** Runs a command that nobody listens to, and returns its exit code and standard error. */
async function runUnread(...argv: string[]): Promise<unknown> {
  const child = spawn(process.execPath, [cli, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, stderr }
}

it('do their work and end quietly', async () => {
  const folder = createFolder({ 'plugins/one.ts': ball('one'), 'plugins/two.ts': ball('two') })
  const [plugins, out] = [join(folder, 'plugins'), join(folder, 'out')]
  expect(await runUnread('--help')).toEqual({ code: 0, stderr: '' })
  expect(await runUnread('explain', plugins)).toEqual({ code: 0, stderr: '' })
  expect(await runUnread('build', plugins, '--out', out)).toEqual({ code: 0, stderr: '' })
  expect(existsSync(join(out, 'two/manifest.json'))).toBe(true)
})

it.runIf(existsSync('/dev/full')).each([['--help'], ['explain', 'plugins'], ['completion', 'bash']])(
  'say on a full disk that the output is not whole, and fail: %s %s',
  async (...argv) => {
    const cwd = createFolder({ 'plugins/one.ts': ball('one') })
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [cli, ...argv], { cwd, stdio: ['ignore', full, 'pipe'] })
    if (!child.stderr) throw new Error('it is a pipe')
    closeSync(full)
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'specimen: The output is not whole: ENOSPC: no space left on device, write.\n',
    })
  },
)
