/**
 * The files that modules reach when they run, put into the bundle beside `index.mjs`, with the places that
 * reach them changed to the names there. What cannot be put there is told at its place.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { hashBytes } from '../files/file-state.ts'
import { findPackage } from '../files/packages.ts'
import { isFile, isFolder } from '../files/paths.ts'
import { type Diagnostic, toWarning } from '../model/diagnostics.ts'
import { type PluginSource, startOf, type TextEdit } from '../model/signature.ts'
import { type FileReference, listFileReferences } from '../read/file-references.ts'
import { listSloppyEdits } from '../read/sloppy-code.ts'
import { listWasmImports, type WasmImport } from '../read/wasm-imports.ts'
import { isModulePath, wasmModuleEnd } from './asset-kinds.ts'
import { describeReference, type Unreached } from './describe-reference.ts'
import { isNative, refuseNative } from './native-packages.ts'

/** The files of a bundle by their path in it. */
export type Assets = Map<string, Uint8Array>

/** Places of one package; the first is shown. */
interface PlacesInPackage {
  readonly reference: FileReference
  readonly folder: string
  count: number
}

/** The files that one bundle carries, as its modules are read. */
export class ModuleFiles {
  readonly assets: Assets = new Map()
  /** Files and folders looked for, there or not. */
  readonly inputs = new Set<string>()
  /** Modules that are addressed, each an entry of its own under this name. */
  readonly entries = new Map<string, string>()
  /** The texts of modules as they are bundled, by path. */
  readonly texts = new Map<string, string>()
  /** Those of them whose classes and functions were renamed, and now say their names. */
  readonly named = new Map<string, string>()
  /** Modules that run when an author's own module imports them for their effect alone. */
  readonly kept = new Set<string>()
  /** Set where packages with native code stay outside of the bundle. */
  readonly keepsNative: boolean
  readonly #plugin: PluginSource
  readonly #edits: ReadonlyMap<string, readonly TextEdit[]>
  readonly #native = new Map<string, Diagnostic>()
  readonly #problems: Diagnostic[] = []
  /** Places in packages, by package: nobody but their authors can change them, so each is told once. */
  readonly #inPackages = new Map<string, PlacesInPackage>()

  constructor(plugin: PluginSource, edits: ReadonlyMap<string, readonly TextEdit[]>, keepsNative: boolean) {
    this.#plugin = plugin
    this.#edits = edits
    this.keepsNative = keepsNative
  }

  /** Returns the warnings about what was left out. */
  get problems(): readonly Diagnostic[] {
    const { entry } = this.#plugin
    const told = [...this.#inPackages].map(([name, { reference, folder, count }]) => {
      const others = count > 1 ? ` (the first of ${count} such places)` : ''
      const found =
        `The package ${name} reaches a file or module that only a run knows, which the bundle may lack: ` +
        `\`${reference.excerpt}\`${others}.`
      const remedy = isNative(folder)
        ? refuseNative(this.#plugin, join(folder, 'package.json')).remedy
        : `Run the function (${toCommand('check --run')}). Where it misses a file, give the package its ` +
          'bytes or their path, imported here, or look for an entry of it that needs none ' +
          '(for browsers, in one file).'
      const native = isNative(folder) ? `${found} It has native code, which no bundle can hold.` : found
      return toWarning('bundle.warning', {
        span: startOf(entry),
        path: null,
        found: native,
        remedy,
        origin: reference.span,
      })
    })
    return [...this.#problems, ...told]
  }

  /** Native code is refused once for each package, behind all else that is wrong. */
  refuseAddon(path: string): { readonly contents: string } {
    const name = findPackage(path)?.name ?? path
    if (!this.#native.has(name)) this.#native.set(name, refuseNative(this.#plugin, path))
    return { contents: '' }
  }

  /** The refusals of native code. */
  get refusals(): readonly Diagnostic[] {
    return [...this.#native.values()]
  }

  /** Returns the text of a module with the names of files in the bundle, and notes what it reaches. */
  rewrite(path: string, written: string): string {
    const typed = applyEdits(written, this.#edits.get(path) ?? [])
    const linked = applyEdits(typed, listWasmImports(path, typed).map(toWasmModule))
    const text = applyEdits(linked, listSloppyEdits(path, linked))
    const placed = listFileReferences(path, text).flatMap((reference): TextEdit[] => {
      const replaced = this.#place(reference, path, text)
      return replaced === null ? [] : [{ start: reference.start, end: reference.end, text: replaced }]
    })
    return applyEdits(text, placed)
  }

  /** Adds a file under a name with its hash, so that two packages may have files of the same name. */
  addFile(path: string): string {
    const bytes = readFileSync(path)
    const name = toAssetName(path, extname(path), bytes)
    this.addNamed(name, bytes, path)
    return name
  }

  /** Adds bytes under a name that code fixes. @throws Error for other bytes of that name */
  addNamed(name: string, bytes: Uint8Array, from: string): void {
    const known = this.assets.get(name)
    if (known && !Buffer.from(known).equals(bytes)) {
      const found = `Two different files would be called ${name} in the bundle`
      throw new Error(`${found}; the second belongs to ${from}.`)
    }
    this.assets.set(name, bytes)
  }

  /** Returns the expression in place of a reference; null where it stays as it is. */
  #place(reference: FileReference, path: string, text: string): string | null {
    const { form, target } = reference
    if (form === 'folder' && target !== null) {
      this.#listFolder(join(dirname(path), target))
      return null
    }
    if (form === 'require') return 'require'
    if (target === null || form === 'module' || form === 'worker' || form === 'folder')
      return this.#leave(reference, path, form === 'worker' ? 'relative' : 'computed')
    const file = findTarget(reference, target, path)
    if (file === null) return this.#leave(reference, path, 'missing')
    if (isFolder(file)) return this.#leave(reference, path, 'folder')
    this.inputs.add(file)
    if (!isFile(file)) return this.#leave(reference, path, 'missing')
    const name = isModulePath(file) ? this.#addEntry(file) : this.addFile(file)
    const address = `new URL(${JSON.stringify(`./${name}`)}, import.meta.url)`
    if (form === 'url') return address
    if (form === 'resolved-url') return `${address}.href`
    const folder = text.includes('import.meta') ? 'import.meta.dirname' : '__dirname'
    return `(${folder} + ${JSON.stringify(`/${name}`)})`
  }

  #addEntry(file: string): string {
    const known = this.entries.get(file)
    if (known !== undefined) return known
    const start = file.lastIndexOf(`${sep}node_modules${sep}`)
    const place = start < 0 ? relative(this.#plugin.folder, file) : file.slice(start + 1)
    const name = toAssetName(file, '.mjs', `${place.replaceAll(sep, '/')}\n${readFileSync(file, 'utf8')}`)
    this.entries.set(file, name)
    return name
  }

  /** Takes the names in a folder and below it as inputs: a bundler takes every file that fits. */
  #listFolder(folder: string): void {
    this.inputs.add(join(folder, '*'))
    if (!isFolder(folder)) return
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && entry.name !== 'node_modules') this.#listFolder(join(folder, entry.name))
  }

  #leave(reference: FileReference, path: string, why: Unreached): null {
    const inPackage = findPackage(path)
    if (inPackage === null) {
      const { span } = reference
      const { found, remedy } = describeReference(reference, why, path)
      this.#problems.push(toWarning('bundle.warning', { span, path: null, found, remedy }))
    } else if (why === 'computed' || why === 'relative') {
      const { name, folder } = inPackage
      const known = this.#inPackages.get(name)
      if (known) known.count++
      else this.#inPackages.set(name, { reference, folder, count: 1 })
    }
    return null
  }
}

function toWasmModule({ target, start, end }: WasmImport): TextEdit {
  return { start, end, text: JSON.stringify(target + wasmModuleEnd) }
}

/** Edits come in the order of their places. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toReversed()
    .reduce((rest, edit) => rest.slice(0, edit.start) + edit.text + rest.slice(edit.end), text)
}

/** Returns the file that an expression names; null where there is none. */
function findTarget({ form }: FileReference, target: string, path: string): string | null {
  const isAddress = form === 'url' || form === 'resolved-url'
  if (isAddress && (form === 'url' || /^[.]{0,2}[/]/.test(target))) return toFile(dirname(path), target)
  if (form === 'path') return join(dirname(path), target)
  try {
    return createRequire(path).resolve(target)
  } catch {
    return null // Node has the same answer when it runs
  }
}

/** Returns the file of an address beside a module; null for one that names none. */
function toFile(folder: string, target: string): string | null {
  const [path = ''] = target.split(/[?#]/)
  try {
    return path === '' ? null : join(folder, decodeURIComponent(path))
  } catch {
    return null // a % that encodes nothing
  }
}

/** Returns a name of letters that mean themselves in addresses, in paths and on every file system. */
function toAssetName(path: string, extension: string, bytes: Uint8Array | string): string {
  const base = basename(path, extname(path)).replace(/[^\w.-]+/g, '-')
  return `${base}-${hashBytes(bytes).slice(0, 8)}${extension.replace(/[^\w.]+/g, '-')}`
}
