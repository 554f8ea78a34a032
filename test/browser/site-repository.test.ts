/** The export of this repository: every specimen opens, and functions give the bytes of a host. */
import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { createHost } from 'specimen-host'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createFolder } from '../build/temporary-plugins.ts'
import { exportSite, openPage, servePlain } from './exported-site.ts'
import { useBrowser } from './use-browser.ts'
import { download, follow, showsPicture } from './viewer/specimen-page.ts'

/** All but the strange attractor, which amplifies that sines of another version of V8 may differ in the last bit. */
const functions = [
  ...['gearWheel', 'gyroid-cell', 'headSurface', 'headVolume', 'hydrogenDensity', 'hydrogenPhase', 'island'],
  ...['mandelbulb', 'minimalSolid', 'minimalSurface', 'parametricSurface', 'reactionDiffusion'],
]

const root = resolve(import.meta.dirname, '../..')
const browser = useBrowser()
let folder = ''
let report: readonly string[] = []
beforeAll(async () => {
  folder = createFolder({})
  report = await exportSite(root, join(folder, 'site'))
  await exportSite(root, '--single', join(folder, 'one.html'))
})

const toDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Entry {
  readonly id: string
}

async function openHost() {
  const places = { plugins: join(root, 'dist/plugins'), specimens: join(root, 'specimens') }
  const host = await createHost({ ...places, logLevel: 'silent' })
  onTestFinished(() => host.close())
  const entries: readonly Entry[] = (await host.inject('/api/specimens/')).json()
  return { host, entries }
}

/** Small, because drawing without a graphics card takes long. */
const viewport = { width: 760, height: 420 }

async function showAll(page: Page, entries: readonly Entry[]): Promise<void> {
  for (const { id } of entries) {
    await follow(page, id)
    await page.locator('.specimen').waitFor()
    await showsPicture(page, 'A')
    await follow(page, '')
    await page.getByRole('searchbox').waitFor()
  }
}

describe('the exported repository', () => {
  it('has every function live, and is small without the data', () => {
    const live = report.flatMap((line) => /^live (\S+):/.exec(line)?.[1] ?? [])
    expect(live).toEqual([...functions, 'strangeAttractor'])
    expect(report.at(-1)).toMatch(/^17 specimens in /)
    const site = join(folder, 'site')
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('data'),
    )
    const bytes = files.map((path) => statSync(join(site, path))).filter((stat) => stat.isFile())
    expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(5e6)
  })

  it('shows all specimens below a path, and asks no other origin', async () => {
    const { entries } = await openHost()
    expect(entries).toHaveLength(17)
    const { url } = await servePlain(join(folder, 'site'))
    const { page, faults } = await openPage(browser(), url, viewport)
    await showAll(page, entries)
    expect(faults).toEqual([])
  })

  it.each(functions)('computes the bytes of the host: %s', async (id) => {
    const { host } = await openHost()
    const { url } = await servePlain(join(folder, 'site'))
    const { page, faults } = await openPage(browser(), `${url}#/${id}`, viewport)
    const { bytes } = await download(page, 'Binary envelope')
    const headers = { accept: 'application/x-service-envelope-v1' }
    const answer = await host.inject({ url: `/api/specimens/${id}/data`, headers })
    expect(toDigest(bytes)).toBe(toDigest(answer.rawPayload))
    expect(faults).toEqual([])
  })

  it.each([
    ['brain-mri', 'NIfTI', 'nifti'],
    ['stanford-bunny', '3MF', '3mf'],
    ['earthquakes', 'CSV', 'csv'],
    ['precipitation', 'NPY', 'npy'],
    ['gyroid-cell', 'glTF', 'glb'],
    ['hydrogenPhase', 'NRRD', 'nrrd'],
    ['island', 'JSON', 'json'],
  ])('saves the bytes of the host: %s as %s', async (id, name, format) => {
    const { host } = await openHost()
    const { url } = await servePlain(join(folder, 'site'))
    const { page, faults } = await openPage(browser(), `${url}#/${id}`, viewport)
    const { bytes } = await download(page, name)
    const answer = await host.inject(`/api/specimens/${id}/data?format=${format}`)
    expect(answer.statusCode).toBe(200)
    expect(toDigest(bytes)).toBe(toDigest(answer.rawPayload))
    expect(faults).toEqual([])
  })

  it('shows all specimens from one file', async () => {
    const { entries } = await openHost()
    const { page, faults } = await openPage(browser(), pathToFileURL(join(folder, 'one.html')).href, viewport)
    await showAll(page, entries)
    expect(faults).toEqual([])
  })
})
