/**
 * Remedies about whole folders: what plugins are called, what is written, what a run shows, and what was
 * published. Each is applied to its example, after which the command has nothing to say and a call is right.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { listBodyErrors } from '../../../build/read/body-errors.ts'
import { runCommand } from '../../../core/cli/run-command.ts'
import { useHost } from '../../support/use-host.ts'
import { program } from '../running-command.ts'
import { addFiles, createFolder, nextMoment, type Seen, sdkFile, see } from '../temporary-plugins.ts'
import { build, folderRows, part } from './folder-rows.ts'

const used = useHost()

/** Runs a command in a folder: in this process, which has the compiler already, unless it runs the functions. */
async function command(folder: string, argv: readonly string[]): Promise<Seen> {
  if (argv.includes('--run')) return await runProgram(folder, argv)
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await see((streams) => runCommand([...argv], { streams, environment: {}, now: nextMoment }))
  } finally {
    process.chdir(before)
  }
}

async function runProgram(cwd: string, argv: readonly string[]): Promise<Seen> {
  const ran = promisify(execFile)(process.execPath, [program, ...argv], { cwd })
  const { code = 0, stdout, stderr } = await ran.catch((error) => error)
  return { code, stdout: String(stdout), stderr: String(stderr) }
}

function change(folder: string, files: { readonly [path: string]: string | null }): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) rmSync(join(folder, path), { recursive: true })
    else addFiles(folder, { [path]: text })
  }
}

async function expectValue(folder: string, value: number): Promise<void> {
  const api = await used.start({ plugins: join(folder, 'out'), isolation: 'thread' })
  expect((await api.data('part')).data.readFloatLE(0)).toBe(value)
}

test.each(folderRows)('$code: $said', async (row) => {
  const folder = createFolder(row.files)
  mkdirSync(join(folder, 'plugins'), { recursive: true })
  for (const argv of row.before ?? []) expect(await command(folder, argv)).toMatchObject({ code: 0 })
  change(folder, row.changed ?? {})
  const refused = await command(folder, row.refused)
  expect(refused.stderr).toMatch(new RegExp(` ${row.code}(?: in .*)?\\n`))
  expect(refused.stderr.replace(/\s+/g, ' ')).toContain(row.said)
  change(folder, row.mended)
  for (const argv of row.named ?? []) expect(await command(folder, argv)).toMatchObject({ code: 0 })
  const accepted = await command(folder, row.accepted ?? row.refused)
  expect(accepted).toMatchObject({ code: 0, stderr: '' })
  await expectValue(folder, row.value)
})

test('typescript.body: Correct it', async () => {
  const folder = createFolder({ 'plugins/part.ts': part('x.size') })
  const entry = join(folder, 'plugins/part.ts')
  expect(listBodyErrors([entry], sdkFile).problems).toMatchObject([{ code: 'typescript.body' }])
  change(folder, { 'plugins/part.ts': part('x') })
  expect(listBodyErrors([entry], sdkFile).problems).toEqual([])
  expect(await command(folder, build)).toMatchObject({ code: 0, stderr: '' })
  await expectValue(folder, 1)
})
