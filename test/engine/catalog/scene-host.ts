/** A host with a folder of specimens and one of data, for static scenes; and files of their parts. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll } from 'vitest'
import { cornerBytes, toGlb, triangle } from '../../data/formats/glb-bytes.ts'
import type { Body } from '../../support/api.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'

/** Files by name. */
export type Files = { readonly [name: string]: Uint8Array | string }

/** Opens a host for the tests of a file, and returns what they do with it. */
export function useSceneHost() {
  let host: Host
  const root = mkdtempSync(join(tmpdir(), 'static-scenes-'))
  const folders = { data: join(root, 'data'), specimens: join(root, 'specimens') }
  beforeAll(async () => {
    for (const folder of Object.values(folders)) mkdirSync(folder)
    host = await createHost({ ...folders, plugins: '', port: 0, logLevel: 'silent', resultBytes: 2 ** 20 })
  })
  afterAll(async () => {
    await host.close()
    rmSync(root, { recursive: true })
  })
  const ask = async (path: string, headers: { readonly [name: string]: string } = {}) =>
    await host.inject({ url: `/api/specimens/${path}`, headers })
  const json = async (path: string): Promise<Body> => JSON.parse((await ask(path)).body)
  /** Reloads, and returns the sentences on a specimen. */
  const reload = async (id: string): Promise<readonly string[]> =>
    (await host.reload()).errors.flatMap(({ source, detail }) => (source === id ? [detail] : []))
  /** Adds a specimen of parts, and returns the faults that a reload tells of it. */
  const add = async (id: string, parts: unknown, files: Files = {}, more: object = {}) => {
    writeSpecimen(folders.specimens, id, { parts, ...more }, files)
    return await reload(id)
  }
  const readScene = async (id: string): Promise<Body> => await json(`${id}/data?format=json`)
  return { folders, ask, json, reload, add, readScene }
}

/** A volume of 1×1×2 samples of one byte in NRRD, with further lines in its head. */
export function toNrrd(lines: string): Uint8Array {
  return Buffer.concat([
    Buffer.from(`NRRD0004\ntype: uint8\ndimension: 3\nsizes: 2 1 1\nencoding: raw\n${lines}\n\n`),
    Buffer.of(1, 2),
  ])
}

/** Returns the lines of a space in mm, whose first sample is at a place. */
export function inSpace(space: string, origin = '0,0,0'): string {
  return [
    `space: ${space}`,
    'space directions: (1,0,0) (0,1,0) (0,0,1)',
    `space origin: (${origin})`,
    'space units: "mm" "mm" "mm"',
  ].join('\n')
}

/** A scan in mm and RAS. */
export const scan = toNrrd(inSpace('right-anterior-superior'))

/** Returns a point as CSV, which states no unit. */
export function toPoint(text: string): string {
  return `x,y,z\n${text}\n`
}

const node = (name: string, x: number) => ({ name, mesh: 0, translation: [x, 0, 0] })

/** Three nodes with a triangle each, of which one has a name that no part can have. */
export const assembly = toGlb(
  {
    ...triangle,
    scenes: [{ nodes: [0, 1, 2] }],
    nodes: [node('gear', 1), node('pinion', 2), node('Base plate (steel)', 3)],
  },
  cornerBytes,
)
