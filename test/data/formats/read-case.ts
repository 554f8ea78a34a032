import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { FolderFile } from '../../../core/data/formats/format.ts'
import { toFolderFile } from './files.ts'

/** Returns a case of a folder as files: a folder's with their paths in it. */
export function readCase(name: string, folder: URL): readonly FolderFile[] {
  const url = new URL(name, folder)
  if (!statSync(url).isDirectory()) return [toFolderFile(name, new Uint8Array(readFileSync(url)))]
  const paths = readdirSync(url, { recursive: true, encoding: 'utf8' })
  return paths.flatMap((path) => {
    const file = new URL(`${name}/${path}`, folder)
    return statSync(file).isFile() ? [toFolderFile(path, new Uint8Array(readFileSync(file)))] : []
  })
}
