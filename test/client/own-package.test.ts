/** The client as a package of its own: `npm run pack:client`, unpacked where no other package is. */
import { execFile, execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createHost } from 'specimen-host'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeProbe } from '../support/probe-bundle.ts'

const execFileAsync = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

describe('the package of the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-client-'))
  const installed = join(folder, 'node_modules/specimen-client')
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, '.ci/pack-client.mjs'), join(folder, 'made')], { cwd: root })
    const [archive = ''] = readdirSync(join(folder, 'made')).filter((name) => name.endsWith('.tgz'))
    expect(archive).toMatch(/^specimen-client-\d+\.\d+\.\d+\.tgz$/)
    mkdirSync(installed, { recursive: true })
    execFileSync('tar', ['xzf', join(folder, 'made', archive), '--strip-components=1', '-C', installed])
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })

  it('depends on nothing, and is small', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    expect(Object.keys(manifest).filter((name) => /^scripts$|dependencies$/i.test(name))).toEqual([])
    expect(readFileSync(join(installed, 'client.js'), 'utf8')).not.toMatch(/^import|\bimport\(/m)
    expect(statSync(join(installed, 'client.js')).size).toBeLessThan(129_000)
  })

  it('has a README whose links lead to its own files', () => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8')
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
    expect(links).toContain('PROTOCOL.md')
    expect(links.filter((path) => !existsSync(join(installed, path)))).toEqual([])
  })

  it('calls a host, and has both decoders', async () => {
    const { plugins, specimens } = makeProbe()
    const host = await createHost({ plugins, specimens, port: 0, logLevel: 'silent' })
    onTestFinished(async () => await host.close())
    writeFileSync(
      join(folder, 'call.js'),
      `import { createClient, decodeEnvelope, decodeResultJson } from 'specimen-client'
       const url = process.argv[2]
       const get = async (form) => await fetch(url + '/api/specimens/tetra/data?format=' + form)
       console.log(JSON.stringify([
         (await createClient(url).data('tetra')).vertices.length,
         decodeEnvelope(await (await get('envelope')).arrayBuffer()).vertices.length,
         decodeResultJson(await (await get('json')).json()).vertices.length,
       ]))`,
    )
    const url = await host.listen()
    const { stdout } = await execFileAsync(process.execPath, [join(folder, 'call.js'), url])
    expect(JSON.parse(stdout)).toEqual([12, 12, 12])
  })

  it('has types that stand by themselves', () => {
    writeFileSync(
      join(folder, 'typed.ts'),
      `import { type CatalogEntry, createClient, type Result, type StaticFile } from 'specimen-client'
       export const result: Promise<Result | StaticFile> = createClient('').data('disc', { params: { radius: 2 } })
       export const ids = async (): Promise<readonly string[]> =>
         (await createClient('').catalog()).map(({ id }: CatalogEntry) => id)
       // @ts-expect-error: an id is text
       createClient('').data(1)
       // @ts-expect-error: true or false
       export const text: Promise<string | undefined> = createClient('').catalog().then(([entry]) => entry?.available)`,
    )
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
    ]
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    expect(
      execFileSync(process.execPath, [tsc, ...options, 'typed.ts'], { cwd: folder, encoding: 'utf8' }),
    ).toBe('')
  })
})
