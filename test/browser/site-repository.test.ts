/** The export of this repository: every specimen opens, and functions give the bytes of a host. */
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { createHost } from 'specimen-host'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createFolder } from '../build/temporary-plugins.ts'
import { exportSite, openPage, servePlain } from './exported-site.ts'
import { useBrowser } from './use-browser.ts'
import { download, follow, showsPicture } from './viewer/specimen-page.ts'

const functions = [
  'brainTissues',
  'cellImage',
  'combine',
  'components',
  'countCells',
  'crambin',
  'decimate',
  'distanceField',
  'drill',
  'equalize',
  'gearPair',
  'gearWheel',
  'gyroid-cell',
  'headLayers',
  'headSurface',
  'headVolume',
  'heatedPlate',
  'hydrogenDensity',
  'hydrogenPhase',
  'island',
  'islandLight',
  'islandMap',
  'isosurface',
  'lineProfile',
  'mandelbulb',
  'minimalSolid',
  'minimalSurface',
  'parametricSurface',
  'reactionDiffusion',
  'region',
  'resample',
  'section',
  'smooth',
  'sphereFlow',
  'strangeAttractor',
  'tube',
  'valueHistogram',
]
/** What the menu calls a format, by the format's name. */
const menu = {
  '3mf': '3MF',
  csv: 'CSV',
  envelope: 'Binary envelope',
  glb: 'glTF',
  json: 'JSON',
  nifti: 'NIfTI',
  npy: 'NPY',
  nrrd: 'NRRD',
  scene: 'Binary scene',
} as const
/** The formats in which a specimen is saved; of another function the envelope, of another file nothing. */
const saved: { readonly [id: string]: readonly (keyof typeof menu)[] } = {
  'brain-mri': ['nifti'],
  earthquakes: ['csv'],
  'gyroid-cell': ['envelope', 'glb'],
  hydrogenPhase: ['envelope', 'nrrd'],
  island: ['envelope', 'json'],
  precipitation: ['npy'],
  'stanford-bunny': ['3mf'],
  strangeAttractor: [], // amplifies that sines of another version of V8 may differ in the last bit
}

const root = resolve(import.meta.dirname, '../..')
const browser = useBrowser()
let folder = ''
let report: readonly string[] = []
beforeAll(async () => {
  folder = createFolder({})
  report = await exportSite(root, join(folder, 'site'))
})

const toDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Entry {
  readonly type: string
  readonly id: string
}

async function openHost() {
  const places = { plugins: join(root, 'dist/plugins'), specimens: join(root, 'specimens') }
  const host = await createHost({ ...places, logLevel: 'silent' })
  onTestFinished(() => host.close())
  const entries: readonly Entry[] = (await host.inject('/api/specimens/')).json()
  return { host, entries }
}

/** The specimens are shown in so many tests, each of which has the time of a test. */
const shares = [0, 1, 2, 3]
const share = (entries: readonly Entry[], at: number): readonly Entry[] =>
  entries.filter((_, i) => i % shares.length === at)

/** Small, because drawing without a graphics card takes long. */
const viewport = { width: 760, height: 420 }

async function show(page: Page, id: string): Promise<void> {
  await follow(page, id)
  await page.locator('.specimen').waitFor()
  await showsPicture(page, 'A')
}

async function showGallery(page: Page): Promise<void> {
  await follow(page, '')
  await page.getByRole('searchbox').waitFor()
}

describe('the exported repository', () => {
  it('has every function live, also those that take data, and is small without the data', () => {
    const live = report.flatMap((line) => /^live (\S+):/.exec(line)?.[1] ?? [])
    expect(live).toEqual(functions)
    expect(report.filter((line) => line.startsWith('stored'))).toEqual([])
    expect(report.at(-1)).toMatch(/^41 specimens in /)
    const site = join(folder, 'site')
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('data') && !path.startsWith('results'),
    )
    const bytes = files.map((path) => statSync(join(site, path))).filter((stat) => stat.isFile())
    expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(7e6) // 3.7 MB are the bundles
  })

  it.each(shares)(
    'shows specimens below a path, saves the bytes of the host, and asks no other origin: share %i',
    async (at) => {
      const { host, entries } = await openHost()
      expect(entries).toHaveLength(41)
      const { url } = await servePlain(join(folder, 'site'))
      const { page, faults } = await openPage(browser(), url, viewport)
      for (const { id, type } of share(entries, at)) {
        await show(page, id)
        const usual = type === 'scene' ? 'scene' : 'envelope'
        for (const format of saved[id] ?? (functions.includes(id) ? [usual] : [])) {
          const { bytes } = await download(page, menu[format])
          const answer = await host.inject(`/api/specimens/${id}/data?format=${format}`)
          expect(answer.statusCode).toBe(200)
          expect(toDigest(bytes), `${id} as ${format}`).toBe(toDigest(answer.rawPayload))
        }
        await showGallery(page)
      }
      expect(faults).toEqual([])
    },
  )

  it('shows specimens from one file', async () => {
    // One plugin, with data of its own, and the files: a page of all calls every function of the repository again.
    const file = join(folder, 'one.html')
    const files = ['brain-mri', 'earthquakes', 'precipitation', 'stanford-bunny']
    const specimens = join(folder, 'specimens')
    for (const id of files) cpSync(join(root, 'specimens', id), join(specimens, id), { recursive: true })
    const places = ['--in', 'plugins/head-scan/index.ts', '--specimens', specimens]
    const live = await exportSite(root, ...places, '--single', file)
    const ids = live.flatMap((line) => /^live (\S+):/.exec(line)?.[1] ?? [])
    expect(ids).toEqual(['brainTissues', 'headLayers', 'headSurface', 'headVolume'])
    const { page, faults } = await openPage(browser(), pathToFileURL(file).href, viewport)
    for (const id of [...ids, ...files]) {
      await show(page, id)
      await showGallery(page)
    }
    expect(faults).toEqual([])
  })
})
