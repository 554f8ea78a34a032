import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { type BundleFile, entryName } from '../../contract/domain/manifest.ts'
import { isMapOf, mapName } from '../../contract/domain/source-map.ts'
import { readOpened } from '../files/open-file.ts'
import type { OpenByName } from '../files/open-inside.ts'
import { toMapPath } from '../run/plugin-stack.ts'

const mapBytes = 64 * 2 ** 20

/**
 * Copies the source map of a bundle's module beside the private copy of the bundle, for stacks of failed
 * functions: the current map, also where the code has not changed: a new comment moves lines. Returns true
 * when there was one. A map that is missing, unreadable, or of another module only costs stacks their lines.
 */
export async function copyMap(
  open: OpenByName,
  files: readonly BundleFile[],
  copy: string,
): Promise<boolean> {
  const codeHash = files.find(({ path }) => path === entryName)?.sha256 ?? ''
  const map = await readMap(open).catch(() => null)
  if (!map || !isMapOf(map, codeHash)) return false
  const target = toMapPath(copy)
  const unfinished = `${target}.unfinished`
  await writeFile(unfinished, map)
  await chmod(unfinished, 0o640) // whatever the umask is
  await rename(unfinished, target)
  return true
}

/** Removes the map beside a copy, if there is one. */
export async function removeMap(copy: string): Promise<void> {
  await rm(toMapPath(copy), { force: true })
}

async function readMap(open: OpenByName): Promise<Buffer> {
  const createError = (detail: string): SpecimenError => new SpecimenError('bundle.incomplete', detail)
  return await readOpened(open(mapName), { shown: mapName, byteLimit: mapBytes, createError })
}
