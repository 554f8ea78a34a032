/**
 * Plugins on packages of npm as their documents show them: built, run by a host, exported and run in a page. What
 * they return is compared with what is known about it.
 */
import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../../core/contract/domain/result/result.ts'
import { decodeResultJson } from '../../core/contract/wire/parse-result-json.ts'
import { exportSite, openPage, servePlain } from '../browser/exported-site.ts'
import { useBrowser } from '../browser/use-browser.ts'
import { showsTriangles } from '../browser/viewer/fan.ts'
import { createFolder, run } from '../build/temporary-plugins.ts'
import { testMilliseconds } from '../support/limits.ts'
import { writePlugins } from './plugins.ts'

const folder = createFolder(writePlugins())
for (const name of ['package.json', 'package-lock.json'])
  copyFileSync(join(import.meta.dirname, 'npm', name), join(folder, name))
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

describe.skipIf(refusal !== '')(`a plugin on a package${refusal}`, () => {
  const browser = useBrowser()
  let host: Host
  let exported: readonly string[] = []
  let built = ''
  beforeAll(async () => {
    const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
    built = stderr
    expect(code).toBe(0)
    host = await createHost({
      plugins: join(folder, 'out'),
      specimens: 'nowhere',
      port: 0,
      logLevel: 'silent',
    })
    exported = await exportSite(folder, 'site')
  }, 5 * testMilliseconds)
  afterAll(async () => await host.close())

  /** The result of a function with its defaults. */
  const call = async (functionName: string): Promise<Result> => {
    const payload = { function_name: functionName }
    const answer = await host.inject({ method: 'POST', url: '/api/processing/invoke', payload })
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    return decodeResultJson(answer.json())
  }
  const corners = (result: Result): readonly (readonly number[])[] => {
    if (result.type !== 'mesh') throw new Error(`${result.type} is no mesh`)
    const { vertices, indices } = result
    return Array.from(indices, (vertex) => [...vertices.subarray(3 * vertex, 3 * vertex + 3)])
  }
  /** By the divergence theorem, of a closed mesh. */
  const volume = (result: Result): number => {
    const all = corners(result)
    let sum = 0
    for (let i = 0; i < all.length; i += 3) {
      const [[ax = 0, ay = 0, az = 0] = [], [bx = 0, by = 0, bz = 0] = [], [cx = 0, cy = 0, cz = 0] = []] =
        all.slice(i, i + 3)
      sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    }
    return sum / 6
  }
  const points = (result: Result): number[] => {
    if (result.type !== 'point_cloud') throw new Error(`${result.type} is no point cloud`)
    return [...result.points]
  }

  it.each([
    ['holed', 'manifold-3d', 8 - (4 / 3) * Math.PI * 0.9 ** 3],
    ['carved', 'replicad-opencascadejs', 4 * (30 * 20 - Math.PI * 5 ** 2)],
    ['boxed', 'three', 6],
    ['modelled', '@jscad/modeling', 6],
  ])('%s has its volume (%s)', async (name, _, wanted) => {
    expect(volume(await call(name)) / wanted).toBeCloseTo(1, 2)
  })

  it('meshed has all triangles of a lattice (d3-delaunay)', async () => {
    expect(corners(await call('meshed'))).toHaveLength(3 * 2 * 19 ** 2)
  })

  it('mapped has the area of a circle of one kilometre (@turf/turf)', async () => {
    const circle = await call('mapped')
    expect((('scalars' in circle && circle.scalars?.[0]) || 0) / (Math.PI * 1e6)).toBeCloseTo(1, 2)
  })

  it('scripted and inferred have the numbers of their code (quickjs-emscripten, onnxruntime-web)', async () => {
    expect(points(await call('scripted'))).toEqual([0, 0, 0, 1, 1, 0, 2, 4, 0, 3, 9, 0])
    expect(points(await call('inferred'))).toEqual([-1, -2, -3])
  })

  it('interpreted is told when it is built to lack a file, and which when it runs (pyodide)', async () => {
    expect(built).toContain('The package pyodide reaches a file or module that only a run knows')
    const payload = { function_name: 'interpreted' }
    const answer = await host.inject({ method: 'POST', url: '/api/processing/invoke', payload })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      500,
      expect.stringContaining('pyodide.asm.mjs'),
    ])
  })

  it('runs in an exported page, its WebAssembly included', async () => {
    const live = ['boxed', 'carved', 'holed', 'inferred', 'mapped', 'meshed', 'modelled', 'scripted']
    expect(exported.filter((line) => line.startsWith('live '))).toEqual(
      live.map((name) => `live ${name}: runs in the page`),
    )
    expect(exported).toContainEqual(expect.stringMatching(/^refused interpreted: /))
    const { url } = await servePlain(join(folder, 'site'))
    const { page, faults } = await openPage(browser(), `${url}#/holed`)
    await showsTriangles(page, corners(await call('holed')).length / 3)
    expect(faults).toEqual([])
  })
})
