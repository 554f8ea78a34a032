/** Options in a JSON file: their names, values and order, and how a file is refused. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../core/cli/run-command.ts'
import { commandOptions, options, tableOf, workerOptions } from '../../core/options/config.ts'
import { readConfigFile } from '../../core/options/config-file.ts'
import { temporaryFolders } from '../support/temporary-folders.ts'

/** Returns the path of a file with the given content. */
function writeConfig(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'config-file-'))
  temporaryFolders.push(folder)
  const path = join(folder, 'lab.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** Runs `specimen doctor --json` with no plugins, and returns what it says of its options. */
async function run(args: readonly string[], environment: { readonly [name: string]: string } = {}) {
  const texts = { stdout: '', stderr: '' }
  const streams = {
    stdout: { write: (text: string) => (texts.stdout += text) },
    stderr: { write: (text: string) => (texts.stderr += text) },
  }
  return { code: await runCommand(args, { streams, environment, now: Date.now }), ...texts }
}

function read(path: string, table = tableOf(commandOptions.serve)) {
  let told = ''
  const stderr = { write: (text: string) => (told += text) }
  return { given: readConfigFile(table, { flags: { config: path }, environment: {}, stderr }), told }
}

describe('a file of options', () => {
  it('has them by the names of their flags, and says which it has', () => {
    const path = writeConfig({ 'pool-size': 4, mcp: 'on', 'follow-links': true, 'run-timeout': 0.5 })
    const { given, told } = read(path)
    expect(given).toEqual({ poolSize: 4, mcp: 'on', followLinks: true, runTimeout: 0.5 })
    expect(told).toBe(`specimen: options of ${path}: pool-size, mcp, follow-links, run-timeout\n`)
  })

  it('takes every option of a host, with its default', () => {
    const names = Object.entries(tableOf(commandOptions.relay)).flatMap(([name, option]) =>
      option.default === undefined
        ? []
        : [[name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), option.default]],
    )
    expect(Object.keys(read(writeConfig(Object.fromEntries(names)), options).given)).toHaveLength(
      names.length,
    )
  })

  it('has those of a worker, too', () => {
    const table = { ...tableOf(commandOptions.worker), ...workerOptions }
    expect(read(writeConfig({ id: 'lab7', plugins: 'p' }), table).given).toEqual({ id: 'lab7', plugins: 'p' })
  })

  it.each([
    [{ 'pool-sise': 4 }, 'pool-sise is no option of this command. Did you mean pool-size?'],
    [{ poolSize: 4 }, 'poolSize is no option of this command. Did you mean pool-size?'],
    [{ 'worker-tokens': 'f' }, 'worker-tokens is no option of this command.'],
    [{ toString: 4 }, 'toString is no option of this command.'],
    ['{ "__proto__": {} }', '__proto__'],
    [{ 'pool-size': '4' }, 'pool-size must be a number from 1 to 1024 (got "4")'],
    [{ 'pool-size': 0 }, 'pool-size must be a whole number from 1 to 1024 (got 0)'],
    [{ plugins: ['a'] }, 'plugins must be text'],
    [{ plugins: null }, 'plugins must be text (got null)'],
    [{ mcp: 'maybe' }, 'mcp must be one of'],
    [{ 'follow-links': 'yes' }, 'follow-links must be true or false (got "yes")'],
    [['a'], 'must be an object of options'],
    ['{', 'is not valid JSON'],
  ])('is refused with place and remedy: %j', async (content, detail) => {
    const path = writeConfig(content)
    const { code, stderr } = await run(['serve', '--config', path])
    expect(code).toBe(2)
    expect(stderr).toContain(path)
    expect(stderr).toContain(detail)
  })

  it('gives way to variables, and these to flags', async () => {
    const path = writeConfig({ port: 99_999_999 })
    expect((await run(['serve', '--config', path])).stderr).toContain(`${path}: port must be`)
    const other = writeConfig({ host: 'not a host', plugins: 'nowhere' })
    const { stderr } = await run(['doctor', '--config', other], { SPECIMEN_HOST: '127.0.0.1' })
    expect(stderr).not.toContain('not a host')
    const named = await run(['serve', '--host', 'not a flag'], { SPECIMEN_CONFIG: other })
    expect(named.stderr).toContain('not a flag')
  })

  it('must be there where it is named', async () => {
    const { code, stderr } = await run(['serve', '--config', '/nowhere/lab.json'])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("no such file or directory, open '/nowhere/lab.json'"),
    ])
  })
})
