/** The built command line, as an operator meets it: help, one line when ready, refusals, a clean end. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { makeProbe } from '../support/probe-bundle.ts'

const cli = new URL('../../dist/cli.js', import.meta.url).pathname
const run = async (...args: string[]) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, ...args]).catch(
    (error) => error,
  )
  return { stdout: String(stdout), stderr: String(stderr) }
}
let child: ChildProcess | undefined
afterEach(() => {
  child?.kill('SIGKILL')
})

/** Starts `specimen serve` and resolves with its address. */
async function serve(
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<{ url: string; stderr: () => string }> {
  let errors = ''
  child = spawn(process.execPath, [cli, 'serve', '--port', '0', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  if (!child.stdout) throw new Error('stdout is piped above')
  for await (const line of createInterface({ input: child.stdout })) {
    const match = /^listening on (http:\/\/\S+)$/.exec(line)
    if (match?.[1]) {
      child.stdout.resume()
      return { url: match[1], stderr: () => errors }
    }
    expect(() => JSON.parse(line), line).not.toThrow()
  }
  throw new Error(`serve ended: ${errors}`)
}

describe('specimen serve', () => {
  it('prints one listening line, serves, and ends cleanly on SIGTERM', async () => {
    const { plugins, specimens } = makeProbe()
    const { url } = await serve(['--plugins', plugins, '--specimens', specimens])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${url}/api/specimens/tetra/data`)).status).toBe(200)
    child?.kill('SIGTERM')
    expect(await once(child as ChildProcess, 'exit')).toEqual([0, null])
  })

  it('ends although a file system does not answer', async () => {
    const { folder, plugins, specimens } = makeProbe()
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const preload = join(folder, 'hang.mjs')
    // Opening a FIFO in this way holds one of Node's threads for good, as a lost network folder does.
    writeFileSync(
      preload,
      `import { open } from 'node:fs'; open(${JSON.stringify(join(folder, 'pipe'))}, 'r', () => {})`,
    )
    const { url, stderr } = await serve(['--plugins', plugins, '--specimens', specimens], {
      NODE_OPTIONS: `--import ${preload}`,
    })
    expect((await fetch(`${url}/api/specimens/`)).status).toBe(200)
    child?.kill('SIGTERM')
    expect(await once(child as ChildProcess, 'exit')).toEqual([null, 'SIGKILL'])
    expect(stderr()).toContain('does not answer')
  })

  it('tidies up what a killed host has left in the temporary folder', async () => {
    const { plugins, specimens } = makeProbe()
    await serve(['--plugins', plugins, '--specimens', specimens])
    const killed = child as ChildProcess
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`specimen-host-${killed.pid}-`))
    expect(left()).toHaveLength(1)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(left()).toHaveLength(1)
    await serve(['--plugins', plugins, '--specimens', specimens])
    await expect.poll(left).toHaveLength(0)
  })

  it('takes settings from the environment', async () => {
    const { plugins, specimens } = makeProbe()
    const { url } = await serve([], {
      SPECIMEN_PLUGINS: plugins,
      SPECIMEN_SPECIMENS: specimens,
      SPECIMEN_TOKEN: 'secret',
    })
    expect((await fetch(`${url}/api/specimens/`)).status).toBe(401)
    expect(
      (await fetch(`${url}/api/specimens/`, { headers: { authorization: 'Bearer secret' } })).status,
    ).toBe(200)
  })

  it('listens elsewhere without a token only when that is wanted, and warns', async () => {
    const elsewhere = ['--host', '0.0.0.0', '--plugins', 'nowhere', '--specimens', 'nowhere']
    expect((await run('serve', '--port', '0', ...elsewhere)).stderr).toMatch(
      /^specimen: .*--allow-anonymous\.\n$/,
    )
    const { stderr } = await serve([...elsewhere, '--allow-anonymous'])
    await expect.poll(stderr).toContain('without a token')
  })

  it.each([
    [['serve', '--prot', '1'], '--prot'],
    [['serve', '--port', 'x'], '--port must be a number from 0 to 65535 (got "x")'],
    [['serve', 'extra'], 'extra'],
    [['srve'], 'no command'],
  ])('refuses %j with a plain sentence', async (args, text) => {
    const { stderr } = await run(...args)
    expect(stderr).toContain(text)
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/)
  })

  it('teaches by --help', async () => {
    expect((await run('--help')).stdout).toContain('specimen build plugins')
    expect((await run('serve', '--help')).stdout).toContain('--run-timeout SECONDS')
    expect((await run('help', 'serve')).stdout).toContain('SPECIMEN_RUN_TIMEOUT')
  })
})
