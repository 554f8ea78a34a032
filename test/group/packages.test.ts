/** The packages of a group: a host by itself loads none of them, and one that lacks them says so. */
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { temporaryFolders } from '../support/temporary-folders.ts'

const root = join(import.meta.dirname, '../..')

async function runModule(code: string): Promise<string> {
  const args = ['--input-type=module', '--eval', code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  return stdout.trim()
}

it('are loaded by no host without --redis', async () => {
  const told = await runModule(`
    import { createRequire } from 'node:module'
    import { createHost } from 'specimen-host'
    const { cache } = createRequire(import.meta.url)
    const listLoaded = () => ['ioredis', 'bullmq'].filter((name) =>
      Object.keys(cache).some((path) => path.includes('/node_modules/' + name + '/')))
    const host = await createHost({ plugins: '', specimens: '', logLevel: 'silent' })
    const { statusCode } = await host.inject('/api/specimens/')
    const before = listLoaded()
    await host.close()
    await import('ioredis')
    console.log(JSON.stringify({ statusCode, before, after: listLoaded() }))
  `)
  expect(JSON.parse(told)).toEqual({ statusCode: 200, before: [], after: ['ioredis'] })
})

it('are asked for by name where they are not installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-packages-'))
  temporaryFolders.push(folder)
  const outfile = join(folder, 'packages.mjs')
  await build({
    entryPoints: [join(root, 'core/group/redis/packages.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  const told = await runModule(`
    import { loadPackages } from ${JSON.stringify(pathToFileURL(outfile))}
    console.log(await loadPackages().catch(({ code, message }) => code + ': ' + message))
  `)
  expect(told).toMatch(/^config[.]invalid: .*npm install ioredis@6 bullmq@6[.]7[.]0[.]$/)
})
