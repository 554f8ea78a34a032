/** The commands of the build over a function that returns a scene, as the built command line runs them. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decode } from 'fast-png'
import { beforeAll, expect, test } from 'vitest'
import { createFolder } from './temporary-plugins.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
let folder: string

async function specimen(...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [cli, ...args], { cwd: folder })
  const { code = 0, stdout, stderr } = await run.catch((error) => error)
  return `${stdout}${stderr}exit ${code}`
}

beforeAll(async () => {
  folder = createFolder({
    'plugins/stand.ts': `import type { Arrows, Labels, Mesh } from 'specimen-host/plugin'
/** A triangle with its axis. @part side opacity=0.5 */
export function stand(height = 1): { side: Mesh; axis: Arrows; names?: Labels } {
  return {
    side: { vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), indices: new Uint32Array([0, 1, 2]) },
    axis: { points: new Float32Array(3), vectors: new Float32Array([0, 0, height]) },
  }
}
`,
  })
  expect(await specimen('build')).toContain('stand → scene (side: mesh, axis: arrows, names?: labels)')
})

test('build writes the parts and their looks into the manifest', () => {
  const { functions } = JSON.parse(readFileSync(join(folder, 'dist/plugins/stand/manifest.json'), 'utf8'))
  expect(functions[0]).toMatchObject({
    return_type: 'scene',
    returns: {
      type: 'scene',
      parts: { side: 'mesh', axis: 'arrows', names: 'labels' },
      optional: ['names'],
      looks: { side: { opacity: 0.5 } },
    },
  })
})

test('check --run runs it, and explain and types name its parts', async () => {
  expect(await specimen('check', '--run')).toMatch(/ran 1 function, twice with the same values.*exit 0$/s)
  expect(await specimen('explain', 'plugins/stand.ts')).toContain('stand → scene (side: mesh, axis: arrows')
  expect(await specimen('types', 'dist/plugins')).toContain(
    'Promise<SceneResult & { readonly parts: { readonly side: MeshResult; ' +
      'readonly axis: ArrowsResult; readonly names?: LabelsResult } }>',
  )
})

test('thumbnail draws it, and export shows it', async () => {
  expect(await specimen('thumbnail')).toMatch(/drew stand.*exit 0$/s)
  expect(decode(readFileSync(join(folder, 'plugins/stand.png')))).toMatchObject({ width: 256, height: 256 })
  expect(await specimen('export', 'site')).toMatch(/live stand: runs in the page.*exit 0$/s)
})
