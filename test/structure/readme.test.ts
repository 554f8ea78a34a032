/** What README.md promises: its endpoints are those of the API, and its plugin has the schema beside it. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createHost } from 'specimen-host'
import { expect, it, onTestFinished } from 'vitest'
import { createFolder, run } from '../build/temporary-plugins.ts'

const root = resolve(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** Returns the text of the first block of code in a language. */
const readBlock = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readme)?.[1] ?? ''

it('lists the endpoints of the API, and no others', async () => {
  const host = await createHost({ plugins: '', specimens: '', logLevel: 'silent' })
  onTestFinished(() => host.close())
  const { paths } = (await host.inject('/openapi.json')).json<{ paths: { [path: string]: object } }>()
  const declared = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => /^(get|post|put|delete|patch)$/.test(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  const rows = [...readme.matchAll(/^\| ((?:`[A-Z]+`, )?`[A-Z]+ \/[^`]+`) \|/gm)].map(([, cell = '']) => cell)
  const listed = rows.flatMap((cell) => {
    const [, path = ''] = /(\/[^`]+)/.exec(cell) ?? []
    return [...cell.matchAll(/[A-Z]{3,}/g)].map(([method]) => `${method} ${path}`)
  })
  expect(listed.length).toBeGreaterThan(10)
  expect(listed.sort()).toEqual(declared.filter((name) => name.includes(' /api/')).sort())
})

it('opens with pictures that are there', () => {
  const pictures = [...readme.matchAll(/<img src="([^"]+)"/g)].map(([, path = '']) => path)
  expect(pictures).toHaveLength(7)
  expect(pictures.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('shows a plugin that builds, with the schema that the build makes of it', async () => {
  const folder = createFolder({ 'plugins/disc.ts': readBlock('ts') })
  const { code } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(code).toBe(0)
  const manifest = JSON.parse(readFileSync(join(folder, 'out/disc/manifest.json'), 'utf8'))
  expect(manifest.functions[0].schema).toEqual(JSON.parse(readBlock('json')))
})

it('shows lines of its packages for programs that work as they stand', async () => {
  const rows = [...readme.matchAll(/^\| `(specimen[-_]host[^`]*)`.*\| `([^`]+)` \|$/gm)]
  const lines = new Map(rows.map(([, name = '', line = '']) => [name, line]))
  expect(lines.size).toBe(4)
  const types = "import type { PointCloud, Range } from 'specimen-host/plugin'\n"
  const folder = createFolder({
    'plugins/disc.ts': readBlock('ts'),
    'plugins/dot.ts': types + lines.get('specimen-host/plugin'),
  })
  expect((await run(join(folder, 'plugins'), '--out', join(folder, 'out'))).code).toBe(0)
  const host = await createHost({ plugins: join(folder, 'out'), port: 0, logLevel: 'silent' })
  onTestFinished(() => host.close())
  const address = await host.listen()
  const writeLine = (name: string): string =>
    String(lines.get(name)).replace('http://127.0.0.1:8000', address).replace('dist/plugins', `${folder}/out`)
  const client = `import { createClient } from 'specimen-host/client'
${writeLine('specimen-host/client')}; console.log(vertices.length)`
  const own = `import { createHost } from 'specimen-host'
console.log(${writeLine('specimen-host').replace('{ ', "{ port: 0, logLevel: 'silent', ")}); process.exit()`
  const python = `from specimen_host import connect
print(len(${writeLine('specimen_host')}))`
  const execute = promisify(execFile)
  const env = { ...process.env, PYTHONPATH: join(root, 'core/python') }
  const runNode = async (program: string): Promise<string> => {
    const args = ['--input-type=module', '-e', program]
    return (await execute(process.execPath, args, { cwd: root })).stdout
  }
  expect(await runNode(client)).toBe('195\n')
  expect(await runNode(own)).toMatch(/^http:/)
  expect((await execute('python3', ['-c', python], { env })).stdout).toMatch(/^(?:65|195)\n$/)
})
