/** Plugins on further packages of npm, each as its documents show: green, and right at the first call. */
import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFolder, run } from '../build/temporary-plugins.ts'
import { furtherRows, writeFurther } from './further-plugins.ts'

const folder = createFolder(
  Object.fromEntries(furtherRows.map((row) => [`plugins/${row.name}.ts`, writeFurther(row)])),
)
for (const name of ['package.json', 'package-lock.json'])
  copyFileSync(join(import.meta.dirname, 'npm-further', name), join(folder, name))
const refusal = await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: folder,
}).then(
  () => '',
  (error: Error) => {
    if (process.env.CI) throw error
    console.warn(`NOT TRIED: the packages cannot be installed (${error.message})`)
    return ' NOT TRIED, as the packages cannot be installed'
  },
)

describe.skipIf(refusal !== '')(`a plugin on a further package${refusal}`, () => {
  beforeAll(async () => {
    expect(await run(join(folder, 'plugins'), '--out', join(folder, 'out'))).toMatchObject({
      code: 0,
      stderr: '',
    })
  })

  it.each(furtherRows)('$name has its number ($from)', async ({ name, value }) => {
    const functions = (await import(pathToFileURL(join(folder, 'out', name, 'index.mjs')).href)) as {
      readonly [name: string]: () => Promise<{ readonly points: Float32Array }>
    }
    expect((await functions[name]?.())?.points[0]).toBe(Math.fround(value))
  })
})
